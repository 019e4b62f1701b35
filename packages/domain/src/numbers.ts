// Restatements: later changes to figures of past days. Must not know how facts come in, nor who shows them.
import {
  type Amount,
  AppError,
  amountDecimals,
  amountText,
  parseAmount,
  printFixed,
  roundFixed,
  type ShopId,
  subtractAmounts,
} from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { type Db, listAdAccountsOfShop, type NumberChangeRow, pageNumberChanges } from '@tillsight/database'
import { isOfProfit } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb } from './context/index.ts'
import { MovedCredit } from './journeys/index.ts'
import { numberChangeCauses } from './ledger/index.ts'
import { seesProfit } from './reports/index.ts'

const usualLimit = 50

/** A restatement: a figure of a past day that changed after the day had ended. */
export const NumberChangeView = z.object({
  id: z.string(),
  day: z.string(),
  /** Key of the metric in the catalogue; `credit` if credit moved between channels. */
  metric: z.string(),
  cause: z.enum(numberChangeCauses),
  /**
   * The order that caused it; both empty if an ad platform restated a day of an account, or if credit moved. For changed costs
   * the name is what was changed.
   */
  orderId: z.string(),
  orderName: z.string(),
  /** The ad account that was restated; null if an order caused the change. */
  account: z.object({ platform: z.string(), id: z.string(), name: z.string(), currency: z.string() }).nullable(),
  /** Credit of that day that moved from one channel to another, with the number of orders; `difference` is the amount. */
  credit: MovedCredit.extend({ orders: z.number() }).nullable(),
  /** The change of costs that moved profit of a month from that day on; null for every other cause. */
  change: z.string().nullable(),
  /** The amount of the order or account on that day: exact decimals, in the shop's or account's currency. */
  before: z.string(),
  after: z.string(),
  /** `after` minus `before`. */
  difference: z.string(),
  seenAt: z.string(),
})
export type NumberChangeView = z.infer<typeof NumberChangeView>

/** Restatements of past days: by how much, when they were seen, and why; most recently seen first. */
export const listNumberChanges = defineVerb({
  name: 'numbers.changes',
  needs: 'orders:read',
  access: 'read',
  input: z.object({
    /** Days whose figures changed, both ends included. */
    from: z.string().transform(parseDay),
    to: z.string().transform(parseDay),
    /** Restricts to these metrics. */
    metrics: z.array(z.string()).optional(),
    /** Restricts to what one order caused, by the platform's id. */
    order: z.string().max(200).optional(),
    limit: z.int().min(1).max(500).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({
    currency: z.string(),
    changes: z.array(NumberChangeView),
    /** Absent on the last page. */
    cursor: z.string().optional(),
  }),
  async run({ queries, shop, actor }, { from, to, metrics, order, limit = usualLimit, cursor }) {
    const rows = await pageNumberChanges(queries, shop.id, {
      range: { from, to },
      metrics,
      order,
      after: cursor === undefined ? undefined : readPosition(cursor),
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      currency: shop.currency,
      changes: await viewChanges(
        queries,
        shop.id,
        seesProfit({ actor, shop }) ? shown : shown.filter(({ metric }) => !isOfProfit(metric)),
      ),
      ...(last ? { cursor: `${last.seenAt.toISOString()} ${last.id}` } : {}),
    }
  },
})

const Position = z.tuple([z.iso.datetime(), z.uuid()])

/** A page continues after the last change of the previous one. */
function readPosition(cursor: string): { readonly seenAt: Date; readonly id: string } {
  const position = Position.safeParse(cursor.split(' '))
  if (!position.success) {
    throw new AppError('invalid_input', 'This cursor is none of ours: ask for the first page and follow its cursor.')
  }
  const [seenAt, id] = position.data
  return { seenAt: new Date(seenAt), id }
}

const Causes = z.enum(numberChangeCauses)

async function viewChanges(db: Db, shop: ShopId, rows: readonly NumberChangeRow[]): Promise<NumberChangeView[]> {
  const names = rows.some(({ platform }) => platform !== '') ? await listAdAccountsOfShop(db, shop) : []
  return rows.map((row) => {
    const { platform, accountId: id, currency } = row
    if (platform === '') return viewChange(row, null)
    const name = names.find((one) => one.platform === platform && one.accountId === id)?.name ?? id
    return viewChange(row, { platform, id, name, currency })
  })
}

/** Profit has more digits than an amount where spend in another currency was converted: it is rounded to the millionth. */
function readMoved(text: string): Amount {
  return parseAmount(printFixed(roundFixed(text, amountDecimals), amountDecimals))
}

function viewChange(row: NumberChangeRow, account: NumberChangeView['account']): NumberChangeView {
  const [before, after] = [readMoved(row.amountBefore), readMoved(row.amountAfter)]
  const credit = row.credit === null ? null : { ...MovedCredit.parse(row.credit), orders: row.orders }
  return {
    id: row.id,
    day: row.day,
    metric: row.metric,
    cause: Causes.parse(row.cause),
    orderId: row.orderId,
    orderName: account === null && credit === null && row.orderName === '' ? `#${row.orderId}` : row.orderName,
    account,
    credit,
    change: row.costChange,
    before: amountText(before),
    after: amountText(after),
    difference: amountText(subtractAmounts(after, before)),
    seenAt: row.seenAt.toISOString(),
  }
}
