import type { AttributionLevel, AttributionQueryInput } from '@tillsight/domain'
import type { Level, RowRef } from '../../blocks/breakdown-table/levels.ts'
import type { Sorting } from '../../blocks/breakdown-table/model.ts'
import { type CreditChoice, chooseCredit, toRules } from '../../blocks/credit/credit-choice.ts'
import { type CreditRulesSource, choiceInput, loadRules, withOwnModel } from '../../blocks/credit/load-choice.server.ts'
import type { FigureFormat } from '../../format/index.ts'
import type { SearchState } from '../../search/index.ts'
import { type ResolvedPeriod, resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import { type CreditColumn, chosenColumns, columnsFor, leadColumn } from './columns.ts'

/** The shop services that the page needs. */
export interface CreditSource extends Pick<ShopServices, 'shop' | 'catalogue' | 'run'> {
  readonly may: Pick<ShopServices['may'], 'seeProfit'>
}

/** The page's query: shop, address and attribution settings. */
export interface CreditQuery {
  readonly services: CreditSource
  readonly state: SearchState
  readonly period: ResolvedPeriod
  readonly choice: CreditChoice
  /** Defaults where the address sets nothing: the shop's rules, with the person's own last model. */
  readonly usual: CreditChoice
  readonly columns: readonly CreditColumn[]
}

interface Params {
  readonly services: CreditSource
  readonly state: SearchState
  /** The shop's attribution rules. */
  readonly rules: CreditChoice
  /** The person's preference for the shop. */
  readonly preference: Readonly<Record<string, unknown>>
}

/** Builds the attribution query of an address. */
export function toCreditQuery({ services, state, rules, preference }: Params): CreditQuery {
  const usual = withOwnModel(rules, preference)
  return {
    services,
    state,
    period: resolvePeriod(state, services.shop),
    choice: chooseCredit(state.credit, usual),
    usual,
    columns: chosenColumns(preference, columnsFor(services.may)),
  }
}

/** Period and attribution settings: common to all attribution queries. */
export function creditInput({ services: { shop }, period, choice }: CreditQuery) {
  return {
    from: period.range.from as string,
    to: period.range.to as string,
    ...choiceInput(choice),
    ...(shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }),
  }
}

/** Parameters of a page of rows: parent and cursor. */
export interface CreditRowsParams {
  readonly level: Level
  /** Undefined: top-level rows. */
  readonly parent: RowRef | undefined
  readonly cursor: string | undefined
  readonly limit: number
  /** Interval of a time series returned with the rows; absent: none. */
  readonly interval?: 'day' | 'week' | 'month'
}

const levelNames = {
  channel: 'channel',
  campaign: 'campaign',
  ad_set: 'adset',
  ad: 'ad',
} as const satisfies Record<Level, AttributionLevel>

/** The query for rows. The search applies to the top level only: children are never filtered by it. */
export function creditRowsInput(query: CreditQuery, params: CreditRowsParams): AttributionQueryInput {
  const { level, parent, cursor, limit, interval } = params
  const { find } = query.state
  const { key, direction } = creditSorting(query)
  const { compare } = query.period
  return {
    ...creditInput(query),
    level: levelNames[level],
    limit,
    contribution: query.columns.some(({ group }) => group === 'profit'),
    order: { by: orderOf(key), direction },
    ...(compare ? { compare: { from: compare.from, to: compare.to } } : {}),
    ...(parent ? { parent: parentOf(parent.key) } : {}),
    ...(find !== undefined && parent === undefined ? { filters: { search: find } } : {}),
    ...(cursor === undefined ? {} : { cursor }),
    ...(interval === undefined ? {} : { interval }),
  }
}

/** The ids that a row's key consists of; its children have all of them too. */
export function partsOf(key: string) {
  const [channel = '', platform, account, campaign, adSet, ad] = key.split('/')
  return {
    channel,
    ...(platform === undefined ? {} : { platform }),
    ...(account === undefined ? {} : { account_id: account }),
    ...(campaign === undefined ? {} : { campaign_id: campaign }),
    ...(adSet === undefined ? {} : { ad_set_id: adSet }),
    ...(ad === undefined ? {} : { ad_id: ad }),
  }
}

/** The parent in a query; ads have no children. */
function parentOf(key: string) {
  const { ad_id: _ad, ...parent } = partsOf(key)
  return parent
}

/** Builds the attribution query, loading the shop's rules first. */
export async function askCredit(
  params: Omit<Params, 'rules'> & { readonly services: CreditRulesSource },
): Promise<CreditQuery> {
  return toCreditQuery({ ...params, rules: (await loadRules(params.services)).rules })
}

/** Makes the address's attribution settings the shop's own. Throws `forbidden` for people who may not change tracking. */
export async function keepRules(
  params: Omit<Params, 'rules'> & { readonly services: Pick<ShopServices, 'run' | 'may'> },
): Promise<void> {
  const { choice } = await askCredit(params)
  await params.services.run('tracking.saveSettings', { attribution: toRules(choice) })
}

const orders = [
  'revenue',
  'net_revenue',
  'orders',
  'new_orders',
  'spend',
  'clicks',
  'roas',
  'cpa',
  'cost_per_new_customer',
  'credited_cm2',
  'profit',
  'poas',
  'name',
] as const

function orderOf(key: string): (typeof orders)[number] {
  return orders.find((order) => order === key) ?? leadColumn
}

/** The address's sorting, if it names a visible figure. */
export function creditSorting({ state, columns }: Pick<CreditQuery, 'state' | 'columns'>): Sorting {
  const key = state.sort?.replace(/^-/, '')
  const isKnown = key === 'name' || columns.some((column) => column.isSortable && column.key === key)
  if (key === undefined || !isKnown) return { key: leadColumn, direction: 'descending' }
  return { key, direction: state.sort?.startsWith('-') ? 'descending' : 'ascending' }
}

/** Number format of a result. */
export function formatOf({ services: { shop } }: Pick<CreditQuery, 'services'>, currency: string): FigureFormat {
  return { ...shop.display, currency }
}
