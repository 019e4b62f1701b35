import { addDecimals, isAppError } from '@tillsight/core'
import type { CreditedPlaceFigures, CreditedPlacesInput } from '@tillsight/domain'
import type { Bound, Filter } from '@tillsight/metrics'
import { isAdFilter, type Level, levels, type RowRef } from '../../blocks/breakdown-table/levels.ts'
import { choiceInput } from '../../blocks/credit/load-choice.server.ts'
import type { AdsQuery } from './query.server.ts'

/** Own attribution of an entity. */
export interface OwnFigures {
  readonly orders: string
  readonly revenue: string
  readonly newOrders: string
  /** Zero where no column asks for it. */
  readonly contribution: OwnContribution
}

/** What credited orders contribute; the amount is null where no cost of their goods is known. */
export interface OwnContribution {
  readonly amount: string | null
  readonly bound: Bound
}

/** Own attribution of a level's entities, by the table's keys. */
export interface OwnCredit {
  readonly places: ReadonlyMap<string, OwnFigures>
  /** Total of the table; null where its filters are not supported by attribution. */
  readonly total: OwnFigures | null
  /** Why it is missing: the server's sentence, in English. */
  readonly problem: string | null
}

const nothing: OwnFigures = {
  orders: '0',
  revenue: '0',
  newOrders: '0',
  contribution: { amount: '0.00', bound: 'exact' },
}

/** Without a row the credit is zero; where attribution is unknown altogether, null. */
export function ownOf(credit: OwnCredit | null | undefined, key: string): OwnFigures | null {
  if (!credit || credit.problem !== null) return null
  return credit.places.get(key) ?? nothing
}

interface OwnParams {
  readonly level: Level
  /** Undefined: all entities. */
  readonly parent: RowRef | undefined
}

/** Own attribution of a level's entities; null where no column shows it. A query that fails explains why in one sentence. */
export async function loadOwnCredit(query: AdsQuery, params: OwnParams): Promise<OwnCredit | null> {
  if (!query.columns.some(({ kind }) => kind === 'own')) return null
  const platforms = [...new Set(query.choices.accounts.map(({ platform }) => platform))]
  if (platforms.length === 0) return { places: new Map(), total: nothing, problem: null }
  try {
    const told = await query.services.run('attribution.places', inputOf(query, params.level, platforms))
    const rows = told.filter((row) => isBelow(row, params.parent))
    const { filters } = query.state
    const about = filters.filter(isAdFilter)
    const isCountable = about.every(({ dimension }) => dimension in placeLevels)
    const meant = isCountable ? rows.filter((row) => about.every((filter) => isMeant(row, filter))) : rows
    return { places: sumBy(rows, params.level), total: isCountable ? sumOf(meant) : null, problem: null }
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    return { places: new Map(), total: null, problem: failure.message }
  }
}

const asLevels = { channel: 'campaign', campaign: 'campaign', ad_set: 'adset', ad: 'ad' } as const

function inputOf(
  { period, services, credit, columns }: AdsQuery,
  level: Level,
  platforms: string[],
): CreditedPlacesInput {
  const { shop } = services
  return {
    from: period.range.from,
    to: period.range.to,
    ...choiceInput(credit),
    ...(shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }),
    level: asLevels[level],
    platforms,
    contribution: columns.some((column) => column.kind === 'own' && column.isOfProfit),
  }
}

function isBelow(row: CreditedPlaceFigures, parent: RowRef | undefined): boolean {
  return parent === undefined || keyOf(row, parent.key.split('/').length) === parent.key
}

/** Filters whose values are entity keys, with the number of ids in each. */
const placeLevels = { channel: 1, ad_account: 2, campaign: 3, ad_set: 4, ad: 5 } as const satisfies Readonly<
  Record<Level | 'ad_account', number>
>

function isMeant(row: CreditedPlaceFigures, { dimension, operator, values }: Filter): boolean {
  const depth = placeLevels[dimension as keyof typeof placeLevels]
  return values.includes(keyOf(row, depth)) === (operator === 'is')
}

/** The table's key of an entity: its first ids, from the top level down. */
function keyOf(row: CreditedPlaceFigures, depth: number): string {
  const ids = [row.platform, row.account_id, row.campaign_id, row.ad_set_id, row.ad_id]
  return ids.slice(0, depth).join('/')
}

function sumBy(rows: readonly CreditedPlaceFigures[], level: Level): ReadonlyMap<string, OwnFigures> {
  const depth = level === 'channel' ? 1 : levels.indexOf(level) + 2
  const groups = Map.groupBy(rows, (row) => keyOf(row, depth))
  return new Map([...groups].map(([key, group]) => [key, sumOf(group)]))
}

function sumOf(rows: readonly CreditedPlaceFigures[]): OwnFigures {
  return {
    orders: addDecimals(rows.map(({ orders }) => orders)),
    revenue: addDecimals(rows.map(({ revenue }) => revenue)),
    newOrders: addDecimals(rows.map(({ new_orders: orders }) => orders)),
    contribution: contributionOf(rows),
  }
}

function contributionOf(rows: readonly CreditedPlaceFigures[]): OwnContribution {
  const isUncosted = rows.length > 0 && rows.every((row) => row.is_uncosted === true)
  return {
    amount: isUncosted ? null : addDecimals(rows.map((row) => row.credited_cm2 ?? '0')),
    bound: (['at_most', 'about'] as const).find((each) => rows.some((row) => row.bound === each)) ?? 'exact',
  }
}
