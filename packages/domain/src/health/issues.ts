import { createHash } from 'node:crypto'
import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import {
  type Db,
  type LostObjectRow,
  listShopsWithIssue,
  reportHealthIssue,
  resolveHealthIssue,
} from '@tillsight/database'
import { z } from 'zod'
import { type ConnectionContext, listConnections } from '../connections/index.ts'
import { createShopReads, defineVerb } from '../context/index.ts'
import { listStatusIssues } from './connection-issues.ts'
import { describeIssue, HealthPlace, placeOf, severities } from './describe-issue.ts'

const mostNamed = 5

/** The connection of an issue, and when it was seen. */
interface ConnectionIssue {
  readonly shop: ShopId
  readonly connection: ConnectionId
  readonly at: Date
}

/** Records that a platform could not deliver or that could not be read; one issue per message. */
export async function noteSkippedRecords(
  db: Db,
  { shop, connection, stream, warnings, at }: ConnectionIssue & { stream: string; warnings: readonly string[] },
): Promise<void> {
  for (const warning of new Set(warnings)) {
    const key = `${connection}:${createHash('sha256').update(warning).digest('hex').slice(0, 16)}`
    await reportHealthIssue(db, {
      shopId: shop,
      kind: 'skipped_record',
      key,
      at,
      detail: { connection, stream, message: warning },
    })
  }
}

/** Webhook deliveries that were given up; polling brings the changes they announced. */
export async function noteFailedWebhooks(
  db: Db,
  { shop, connection, count, at }: ConnectionIssue & { count: number },
): Promise<void> {
  await reportHealthIssue(db, {
    shopId: shop,
    kind: 'webhook_failed',
    key: connection,
    at,
    detail: { connection, count },
  })
}

/** How often a platform disabled webhooks within a week; 0 closes the issue. */
export async function noteWebhookTrouble(
  db: Db,
  { shop, connection, times, at }: ConnectionIssue & { times: number },
): Promise<void> {
  const key = { shopId: shop, kind: 'webhooks_disabled', key: connection }
  if (times === 0) await resolveHealthIssue(db, key, at)
  else await reportHealthIssue(db, { ...key, at, detail: { connection, times } })
}

/** Why a platform refuses our webhooks; null closes the issue. */
export async function noteRefusedWebhooks(
  db: Db,
  { shop, connection, message, at }: ConnectionIssue & { message: string | null },
): Promise<void> {
  const key = { shopId: shop, kind: 'webhooks_refused', key: connection }
  if (message === null) await resolveHealthIssue(db, key, at)
  else await reportHealthIssue(db, { ...key, at, detail: { connection, message } })
}

/** Rows of an imported file that were left out; importing a corrected file of that name closes the issue. */
export async function noteImportProblems(
  db: Db,
  { shop, fileName, rows, at }: { shop: ShopId; fileName: string; rows: number; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'import_problems', key: fileName }
  if (rows === 0) await resolveHealthIssue(db, key, at)
  else await reportHealthIssue(db, { ...key, at, detail: { file: fileName, rows } })
}

/** Days on which the store's own report differs without a known reason; an empty list closes the issue. */
export async function noteReconciliation(
  db: Db,
  { shop, days, at }: { shop: ShopId; days: readonly Day[]; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'reconciliation_differs', key: 'store' }
  const [first] = days
  if (first === undefined) await resolveHealthIssue(db, key, at)
  else {
    const detail = { days: days.length, latest: days.at(-1) ?? first }
    await reportHealthIssue(db, { ...key, at, detail })
  }
}

/** Why orders do not reach an ad platform. */
export interface SendingTrouble {
  /** The platform’s name. */
  readonly label: string
  /** What is wrong and what to do. */
  readonly message: string
  /** Number of recent orders that did not get through. */
  readonly orders: number
}

/** Records why orders do not reach an ad platform; undefined closes the issue. */
export async function noteSendingTrouble(
  db: Db,
  { shop, platform, trouble, at }: { shop: ShopId; platform: string; trouble: SendingTrouble | undefined; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'conversions_failing', key: platform }
  if (!trouble) await resolveHealthIssue(db, key, at)
  else await reportHealthIssue(db, { ...key, at, detail: { platform, ...trouble } })
}

/** Products sold without a known cost. Shares are whole percentages, money is decimal text. */
export interface MissingCosts {
  readonly products: number
  /** Share of the net sales of the same days. */
  readonly share: number
  readonly net: string
  readonly currency: string
  /** Some of their names, best sellers first. */
  readonly names: readonly string[]
  /** Whether any product cost is known in this shop. */
  readonly someKnown: boolean
}

/** Records products sold without a known cost; undefined closes the issue. */
export async function noteMissingCosts(
  db: Db,
  { shop, missing, at }: { shop: ShopId; missing: MissingCosts | undefined; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'missing_costs', key: 'goods' }
  if (!missing) await resolveHealthIssue(db, key, at)
  else {
    const { names, someKnown, ...facts } = missing
    const detail = { ...facts, names: names.join(', '), known: someKnown ? 'some' : 'none' }
    await reportHealthIssue(db, { ...key, at, detail })
  }
}

/** Goods whose cost the store told once and tells no longer. */
interface LostCosts {
  readonly variants: number
  /** Some of their products' names. */
  readonly names: readonly string[]
}

/** Records goods whose cost is gone from the store; undefined closes the issue. */
export async function noteLostCosts(
  db: Db,
  { shop, lost, at }: { shop: ShopId; lost: LostCosts | undefined; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'lost_costs', key: 'goods' }
  if (!lost) await resolveHealthIssue(db, key, at)
  else await reportHealthIssue(db, { ...key, at, detail: { variants: lost.variants, names: lost.names.join(', ') } })
}

/** Records which files have lost their bytes, in the health of their shops; closes the issue of all others. */
export async function noteLostFiles(db: Db, lost: readonly LostObjectRow[], at: Date): Promise<void> {
  const byShop = Map.groupBy(lost, ({ shopId }) => shopId)
  byShop.delete(null)
  const kind = 'lost_files'
  for (const shopId of await listShopsWithIssue(db, kind)) {
    if (!byShop.has(shopId)) await resolveHealthIssue(db, { shopId, kind, key: 'files' }, at)
  }
  for (const [shopId, files] of byShop) {
    if (shopId === null) continue
    // Names begin with the id of the shop, which tells nobody anything.
    const names = files.slice(0, mostNamed).map(({ bucket, name }) => `${bucket}/${name.slice(name.indexOf('/') + 1)}`)
    await reportHealthIssue(db, {
      shopId,
      kind,
      key: 'files',
      at,
      detail: { files: files.length, names: names.join(', ') },
    })
  }
}

/** An issue with the data that its owner should know about. */
export const HealthIssue = z.object({
  kind: z.string(),
  key: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  advice: z.string(),
  since: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** The page where it is fixed. */
  place: HealthPlace,
})
export type HealthIssue = z.infer<typeof HealthIssue>

/** A list of more helps nobody: records that cannot be read are an issue for each message. */
export const mostIssues = 500

/** Lists what makes figures wrong, outdated or surprising, gravest first, with what to do. */
export const listHealth = defineVerb({
  name: 'health.list',
  needs: 'health:read',
  access: 'read',
  input: z.object({}),
  output: z.array(HealthIssue).max(mostIssues),
  async run(ctx: ConnectionContext): Promise<HealthIssue[]> {
    const now = ctx.clock.now()
    const { reads = createShopReads(ctx) } = ctx
    const [connections, { issues: noted }] = await Promise.all([
      listConnections.run({ ...ctx, reads }, {}),
      reads.standing(),
    ])
    const status = listStatusIssues(connections, { now, shop: ctx.shop })
    const issues = [
      ...status.map((issue) => ({ ...issue, lastSeen: now.toISOString() })),
      ...noted.map(({ kind, key, detail, firstSeen, lastSeen }) => ({
        kind,
        key,
        ...describeIssue(kind, detail),
        since: firstSeen.toISOString(),
        lastSeen: lastSeen.toISOString(),
        place: placeOf(kind, key, detail),
      })),
    ]
    return issues.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)).slice(0, mostIssues)
  },
})

/** Closes a stored issue; it opens again if it recurs. */
export const dismissIssue = defineVerb({
  name: 'health.dismiss',
  needs: 'health:write',
  access: 'write',
  input: z.object({ kind: z.string().max(100), key: z.string().max(500) }),
  output: z.object({}),
  async run({ queries, shop, clock }, { kind, key }) {
    await resolveHealthIssue(queries, { shopId: shop.id, kind, key }, clock.now())
    return {}
  },
})
