import { hash } from 'node:crypto'
import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { Db } from '@tillsight/database'

const idsPerStatement = 10_000

/** When orders were first seen cancelled, of those that ever were. */
export async function findCancellations(
  db: Db,
  shop: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < orderIds.length; start += idsPerStatement) {
    const rows = await db
      .selectFrom('firstSeenCancellations')
      .select(['orderId', 'seenAt'])
      .where('shopId', '=', shop)
      .where('orderId', 'in', orderIds.slice(start, start + idsPerStatement))
      .execute()
    for (const { orderId, seenAt } of rows) found.set(orderId, seenAt.toISOString())
  }
  return found
}

/** Stores cancellations by their earliest evidence: late or repeated reports give the same date. */
export async function rememberCancellations(db: Db, shop: ShopId, seen: ReadonlyMap<string, Date>): Promise<void> {
  const rows = [...seen].map(([orderId, seenAt]) => ({ shopId: shop, orderId, seenAt }))
  for (let start = 0; start < rows.length; start += idsPerStatement) {
    await db
      .insertInto('firstSeenCancellations')
      .values(rows.slice(start, start + idsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['shopId', 'orderId']).doUpdateSet((sql) => ({
          seenAt: sql.fn<Date>('least', [sql.ref('firstSeenCancellations.seenAt'), sql.ref('excluded.seenAt')]),
        })),
      )
      .execute()
  }
}

/** Why a figure of a past day can change. */
export const numberChangeCauses = [
  'order_deleted',
  'order_uncounted',
  'order_edited',
  'refund_deleted',
  'settings_changed',
  /** What something costs the shop was entered, changed or read again. */
  'cost_changed',
  /** The refund is dated on a day that was already over when it was first seen. */
  'late_refund',
  'late_order',
  'late_cancellation',
  /** An order of that day counts only now: it was paid, or is no longer excluded. */
  'order_counted',
  /** When read again, the store reported something else without marking it as changed. */
  'order_reread',
  /** The order had been waiting for an exchange rate. */
  'rate_found',
  /** The import that contained the order was undone. */
  'import_undone',
  'customer_history_changed',
  /** An ad platform restated a settled day of an account. */
  'platform_restated',
  /** Orders of that day are credited to other channels than before. */
  'credit_moved',
] as const

/** A restatement: a figure of a past day changed by a late fact. */
export interface NumberChange {
  readonly day: Day
  /** Key of the figure. */
  readonly metric: 'sales' | 'newCustomerRevenue'
  readonly orderId: string
  readonly orderName: string
  readonly cause: (typeof numberChangeCauses)[number]
  /** The order's amount in the figure on that day, exact decimals in shop currency. */
  readonly amountBefore: string
  readonly amountAfter: string
  /** Identifies the evidence: the same evidence read again is the same change. */
  readonly evidence: string
}

const rowsPerStatement = 5000

/** Records changes; repeating an interrupted write records nothing twice. */
export async function noteNumberChanges(
  db: Db,
  shop: ShopId,
  noted: { changes: readonly NumberChange[]; at: Date },
): Promise<void> {
  const rows = noted.changes.map(({ evidence, ...change }) => ({
    ...change,
    id: idOfChange(shop, { evidence, ...change }),
    shopId: shop,
    seenAt: noted.at,
  }))
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('numberChanges')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

/** The same for the same change with the same evidence. */
export function idOfChange(shop: ShopId, { evidence, ...change }: NumberChange): string {
  return toUuid(hash('sha256', [shop, ...Object.values(change), evidence].join('\n'), 'hex'))
}

function toUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Identifies an issue of a shop's data. */
export interface IssueKey {
  readonly kind: string
  readonly key: string
}

/** An issue found while booking. */
export interface FoundIssue extends IssueKey {
  readonly detail: Readonly<Record<string, string>>
}

/** Opens the issues found, and closes those that were checked for and no longer exist. */
export async function updateIssues(db: Db, shop: ShopId, seen: SeenIssues): Promise<void> {
  const { found, at } = seen
  for (let start = 0; start < found.length; start += rowsPerStatement) {
    const rows = found.slice(start, start + rowsPerStatement)
    await db
      .insertInto('healthIssues')
      .values(
        rows.map(({ kind, key, detail }) => ({
          shopId: shop,
          kind,
          key,
          detail: JSON.stringify(detail),
          firstSeen: at,
          lastSeen: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['shopId', 'kind', 'key']).doUpdateSet((sql) => ({
          detail: sql.ref('excluded.detail'),
          lastSeen: at,
          firstSeen: sql
            .case()
            .when('healthIssues.resolvedAt', 'is', null)
            .then(sql.ref('healthIssues.firstSeen'))
            .else(at)
            .end(),
          resolvedAt: null,
        })),
      )
      .execute()
  }
  await closeIssues(db, shop, seen)
}

interface SeenIssues {
  readonly found: readonly FoundIssue[]
  readonly lookedFor: ReadonlyMap<string, readonly string[]>
  readonly at: Date
}

async function closeIssues(db: Db, shop: ShopId, { found, lookedFor, at }: SeenIssues): Promise<void> {
  const open = await db
    .selectFrom('healthIssues')
    .select(['kind', 'key'])
    .where('shopId', '=', shop)
    .where('kind', 'in', [...lookedFor.keys()])
    .where('resolvedAt', 'is', null)
    .execute()
  if (open.length === 0) return
  const still = new Set(found.map(({ kind, key }) => `${kind}\n${key}`))
  for (const [kind, keys] of lookedFor) {
    const looked = new Set(keys)
    const gone = open.filter(
      (issue) => issue.kind === kind && looked.has(issue.key) && !still.has(`${kind}\n${issue.key}`),
    )
    for (let start = 0; start < gone.length; start += idsPerStatement) {
      const closing = gone.slice(start, start + idsPerStatement).map(({ key }) => key)
      await db
        .updateTable('healthIssues')
        .set({ resolvedAt: at })
        .where('shopId', '=', shop)
        .where('kind', '=', kind)
        .where('key', 'in', closing)
        .execute()
    }
  }
}
