import { AppError, addDecimals, amountText, type PersonId, parseAmount, toPersonId, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type CustomSpendRow, findCustomSpend } from '@tillsight/database'
import { z } from 'zod'
import type { ActorContext, ShopContext } from '../context/index.ts'
import { shareBaseText } from './shares.ts'
import { type Repetition, repetitions, type Spending, spentWithin } from './spread.ts'

/**
 * What an entry of custom spend counts as, which decides the one step of profit that it enters: advertising is part of ad spend and
 * of marketing spend, other marketing of the latter only, and an expense (rent, wages) of neither.
 */
export const countings = ['ad_spend', 'marketing', 'expense'] as const
/** One of {@link countings}. */
export type Counting = (typeof countings)[number]

/** An entry of custom spend: spend on a channel without a connector. Amounts are decimal text in its own currency. */
export const SpendEntry = z.object({
  id: z.string(),
  channel: z.string(),
  /** Empty: none. */
  campaign: z.string(),
  name: z.string(),
  repeats: z.enum(repetitions),
  firstDay: z.string(),
  lastDay: z.string().nullable(),
  /** In total, or per period; a percentage where `percentOf` names a figure. */
  amount: z.string(),
  /** `orderRevenue`, `netSales`, `blendedAdSpend`, or `channel:` with the ad spend of a channel; null: the amount is money. */
  percentOf: z.string().nullable(),
  /** That figure in words. */
  percentOfLabel: z.string().nullable(),
  /** Spent up to and including the shop's today. */
  spent: z.string(),
  currency: z.string(),
  countsAs: z.enum(countings),
  note: z.string(),
  /** Id of the file import it came from. */
  import: z.string().nullable(),
  /** Whether figures include its current version; otherwise they will in a moment. */
  isCounted: z.boolean(),
})
export type SpendEntry = z.infer<typeof SpendEntry>

/** A stored entry of custom spend as shown to people, with what it has spent if that is worked out from figures. */
export function toSpendEntry(row: CustomSpendRow, today: Day, shares: ReadonlyMap<string, string>): SpendEntry {
  const spending = toSpending(row)
  const spent = (): string => amountText(spentWithin(spending, { from: row.firstDay, to: today }))
  return {
    id: row.id,
    channel: row.channel,
    campaign: row.campaign,
    name: row.name,
    repeats: spending.repeats,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    amount: amountText(spending.amount),
    percentOf: row.percentOf,
    percentOfLabel: shareLabelOf(row),
    spent: row.percentOf === null ? spent() : (shares.get(row.id) ?? amountText(zeroAmount)),
    currency: row.currency,
    countsAs: toCounting(row.countsAs),
    note: row.note,
    import: row.importId,
    isCounted: row.writtenThrough !== null,
  }
}

/** The fields of a stored entry of custom spend that determine its days. */
export function toSpending({ repeats, amount, firstDay, lastDay }: CustomSpendRow): Spending {
  return { repeats: toRepetition(repeats), amount: parseAmount(amount), firstDay, lastDay }
}

const ShareSum = z.object({ account_id: z.string(), spent: z.string() })

/** The figure that an entry is a percentage of, in words; null for money. */
export function shareLabelOf({ percentOf }: Pick<CustomSpendRow, 'percentOf'>): string | null {
  return percentOf === null ? null : shareBaseText(percentOf)
}

/** What entries that are percentages have come to up to the shop's today, by entry. */
export async function readSharesSpent(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  rows: readonly CustomSpendRow[],
  today: Day,
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ id, percentOf }) => (percentOf === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const sql = `SELECT account_id, toString(sum(spend)) AS spent FROM ad_days WHERE shop_id = {shop:UUID}
    AND platform = 'custom' AND account_id IN {ids:Array(String)} AND day <= toDate({today:String}) GROUP BY account_id`
  const sums = await warehouse.read({ sql, params: { ids, today } }, ShareSum)
  return new Map(sums.map(({ account_id, spent }) => [account_id, addDecimals([spent, amountText(zeroAmount)])]))
}

function toRepetition(text: string): Repetition {
  const repetition = repetitions.find((known) => known === text)
  if (repetition === undefined)
    throw new AppError('internal', `“${text}” is stored as a repetition, and there is no such one`)
  return repetition
}

/** Parses the stored type of an entry of custom spend. */
export function toCounting(text: string): Counting {
  const counting = countings.find((known) => known === text)
  if (counting === undefined)
    throw new AppError('internal', `“${text}” is stored as a kind of spend, and there is no such one`)
  return counting
}

/** Throws the same `not_found` for an unknown entry of custom spend and for another shop's. */
export async function readOwnSpend(
  { db, shop }: Pick<ShopContext, 'db' | 'shop'>,
  id: string,
): Promise<CustomSpendRow> {
  const row = z.uuid().safeParse(id).success ? await findCustomSpend(db.kysely, shop.id, id) : undefined
  if (row !== undefined) return row
  throw new AppError('not_found', 'This entry does not exist any more. Somebody may have deleted it.')
}

/** The acting person; null for keys, jobs and the machine itself. */
export function personOf({ actor }: Pick<ActorContext, 'actor'>): PersonId | null {
  return actor.kind === 'person' ? toPersonId(actor.id) : null
}
