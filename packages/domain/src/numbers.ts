// What changed figures of past days afterwards. Must not know how facts come in, nor who shows it.
import { AppError, amountText, parseAmount, type ShopId, subtractAmounts } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { type Db, listAdAccountsOfShop, type NumberChangeRow, pageNumberChanges } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from './context/index.ts'
import { MovedCredit } from './journeys/index.ts'
import { numberChangeCauses } from './ledger/index.ts'

const usualLimit = 50

/** A figure of a past day that changed after the day had ended. */
export const NumberChangeView = z.object({
  id: z.string(),
  day: z.string(),
  /** Key of the figure in the catalogue; `credit` where channels are credited otherwise. */
  metric: z.string(),
  cause: z.enum(numberChangeCauses),
  /** The order behind it; both empty where an ad platform restated a day of an account, and where credit moved. */
  orderId: z.string(),
  orderName: z.string(),
  /** The ad account whose day it is; null where an order is behind it. */
  account: z.object({ platform: z.string(), id: z.string(), name: z.string(), currency: z.string() }).nullable(),
  /** Credit of that day that went from one channel to another: of how many orders; `difference` is how much. */
  credit: MovedCredit.extend({ orders: z.number() }).nullable(),
  /** What the order, or the account, comes to on that day: exact decimals, in the currency of the shop or the account. */
  before: z.string(),
  after: z.string(),
  /** `after` less `before`. */
  difference: z.string(),
  seenAt: z.string(),
})
export type NumberChangeView = z.infer<typeof NumberChangeView>

/** What moved figures of past days, by how much, when it was seen, and why; the last seen first. */
export const listNumberChanges = defineVerb({
  name: 'numbers.changes',
  needs: 'orders:read',
  access: 'read',
  input: z.object({
    /** Days whose figures changed, both ends included. */
    from: z.string().transform(parseDay),
    to: z.string().transform(parseDay),
    /** Only of these figures. */
    metrics: z.array(z.string()).optional(),
    limit: z.int().min(1).max(500).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({
    currency: z.string(),
    changes: z.array(NumberChangeView),
    /** Absent on the last page. */
    cursor: z.string().optional(),
  }),
  async run({ queries, shop }, { from, to, metrics, limit = usualLimit, cursor }) {
    const rows = await pageNumberChanges(queries, shop.id, {
      range: { from, to },
      metrics,
      after: cursor === undefined ? undefined : readPosition(cursor),
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      currency: shop.currency,
      changes: await viewChanges(queries, shop.id, shown),
      ...(last ? { cursor: `${last.seenAt.toISOString()} ${last.id}` } : {}),
    }
  },
})

const Position = z.tuple([z.iso.datetime(), z.uuid()])

/** A page goes on after the last change of the one before. */
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

function viewChange(row: NumberChangeRow, account: NumberChangeView['account']): NumberChangeView {
  const [before, after] = [parseAmount(row.amountBefore), parseAmount(row.amountAfter)]
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
    before: amountText(before),
    after: amountText(after),
    difference: amountText(subtractAmounts(after, before)),
    seenAt: row.seenAt.toISOString(),
  }
}
