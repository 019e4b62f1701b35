import type { AttributionLevel, AttributionQuestionInput } from '@tillsight/domain'
import type { Level, RowRef } from '../../blocks/breakdown-table/levels.ts'
import type { Sorting } from '../../blocks/breakdown-table/model.ts'
import { type CreditChoice, chooseCredit, toRules } from '../../blocks/credit/credit-choice.ts'
import { type CreditRulesSource, choiceInput, loadRules, withOwnModel } from '../../blocks/credit/load-choice.server.ts'
import type { FigureFormat } from '../../format/index.ts'
import type { SearchState } from '../../search/index.ts'
import { type ResolvedPeriod, resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import { type CreditColumn, chosenColumns, leadColumn } from './columns.ts'

/** What the page needs of a shop. */
export type CreditSource = Pick<ShopServices, 'shop' | 'catalogue' | 'run'>

/** The question of the page: which shop, what the address says, how credit is given. */
export interface CreditQuestion {
  readonly services: CreditSource
  readonly state: SearchState
  readonly period: ResolvedPeriod
  readonly choice: CreditChoice
  /** What would apply if the address said nothing: the shop's rules, with the model that the person chose last. */
  readonly usual: CreditChoice
  readonly columns: readonly CreditColumn[]
}

interface Asked {
  readonly services: CreditSource
  readonly state: SearchState
  /** How the shop gives credit. */
  readonly rules: CreditChoice
  /** What the person prefers on the shop. */
  readonly preference: Readonly<Record<string, unknown>>
}

/** Everything that is asked about credit at an address. */
export function toCreditQuestion({ services, state, rules, preference }: Asked): CreditQuestion {
  const usual = withOwnModel(rules, preference)
  return {
    services,
    state,
    period: resolvePeriod(state, services.shop),
    choice: chooseCredit(state.credit, usual),
    usual,
    columns: chosenColumns(preference),
  }
}

/** The days, and how credit is given: what every question about credit begins with. */
export function creditInput({ services: { shop }, period, choice }: CreditQuestion) {
  return {
    from: period.range.from as string,
    to: period.range.to as string,
    ...choiceInput(choice),
    ...(shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }),
  }
}

/** Which rows of which parent, and where they begin. */
export interface CreditRowsAsked {
  readonly level: Level
  /** Undefined: rows of the whole. */
  readonly parent: RowRef | undefined
  readonly cursor: string | undefined
  readonly limit: number
  /** Of the time series that comes with the rows; absent: none does. */
  readonly interval?: 'day' | 'week' | 'month'
}

const levelNames = {
  channel: 'channel',
  campaign: 'campaign',
  ad_set: 'adset',
  ad: 'ad',
} as const satisfies Record<Level, AttributionLevel>

/** The question about rows. The search is for those that the table begins with: what is below them is whole. */
export function creditRowsInput(question: CreditQuestion, asked: CreditRowsAsked): AttributionQuestionInput {
  const { level, parent, cursor, limit, interval } = asked
  const { find } = question.state
  const { key, direction } = creditSorting(question)
  const { compare } = question.period
  return {
    ...creditInput(question),
    level: levelNames[level],
    limit,
    order: { by: orderOf(key), direction },
    ...(compare ? { compare: { from: compare.from, to: compare.to } } : {}),
    ...(parent ? { parent: parentOf(parent.key) } : {}),
    ...(find !== undefined && parent === undefined ? { filters: { search: find } } : {}),
    ...(cursor === undefined ? {} : { cursor }),
    ...(interval === undefined ? {} : { interval }),
  }
}

/** The parts that a row's key is made of; what is below it has all of them. */
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

/** As a question names a parent: ads have nothing below them. */
function parentOf(key: string) {
  const { ad_id: _ad, ...parent } = partsOf(key)
  return parent
}

/** The same, with the shop's rules looked up. */
export async function askCredit(
  asked: Omit<Asked, 'rules'> & { readonly services: CreditRulesSource },
): Promise<CreditQuestion> {
  return toCreditQuestion({ ...asked, rules: (await loadRules(asked.services)).rules })
}

/** From now on the shop gives credit as the address says. Throws `forbidden` for who may not change how it is tracked. */
export async function keepRules(
  asked: Omit<Asked, 'rules'> & { readonly services: Pick<ShopServices, 'run' | 'may'> },
): Promise<void> {
  const { choice } = await askCredit(asked)
  await asked.services.run('tracking.saveSettings', { attribution: toRules(choice) })
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
  'name',
] as const

function orderOf(key: string): (typeof orders)[number] {
  return orders.find((order) => order === key) ?? leadColumn
}

/** How rows are sorted: as the address says, where it names a figure that is shown. */
export function creditSorting({ state, columns }: Pick<CreditQuestion, 'state' | 'columns'>): Sorting {
  const key = state.sort?.replace(/^-/, '')
  const isKnown = key === 'name' || columns.some((column) => column.isSortable && column.key === key)
  if (key === undefined || !isKnown) return { key: leadColumn, direction: 'descending' }
  return { key, direction: state.sort?.startsWith('-') ? 'descending' : 'ascending' }
}

/** How the figures of an answer are printed. */
export function formatOf({ services: { shop } }: Pick<CreditQuestion, 'services'>, currency: string): FigureFormat {
  return { ...shop.display, currency }
}
