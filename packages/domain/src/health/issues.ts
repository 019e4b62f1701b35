import { createHash } from 'node:crypto'
import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type Db, listOpenHealthIssues, reportHealthIssue, resolveHealthIssue } from '@tillsight/database'
import { z } from 'zod'
import { type ConnectionContext, listConnections } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { listStandingIssues } from './connection-issues.ts'
import { describeIssue, HealthPlace, placeOf, severities } from './describe-issue.ts'

/** Where an issue of a connection belongs and when it was seen. */
interface ConnectionIssue {
  readonly shop: ShopId
  readonly connection: ConnectionId
  readonly at: Date
}

/** Records that a platform could not hand over or that could not be read, one issue per message. */
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

/** Webhook deliveries that were given up; polling brings what they were about. */
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

/** How often a platform switched webhooks off within a week; 0 closes the issue. */
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

/** Rows of an imported file that stayed out; importing a mended file of the same name closes the issue. */
export async function noteImportProblems(
  db: Db,
  { shop, fileName, rows, at }: { shop: ShopId; fileName: string; rows: number; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'import_problems', key: fileName }
  if (rows === 0) await resolveHealthIssue(db, key, at)
  else await reportHealthIssue(db, { ...key, at, detail: { file: fileName, rows } })
}

/** Days on which the store's own report differs without a good reason; none closes the issue. */
export async function noteReconciliation(
  db: Db,
  { shop, days, at }: { shop: ShopId; days: readonly Day[]; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'reconciliation_differs', key: 'store' }
  const [first] = days
  if (first === undefined) await resolveHealthIssue(db, key, at)
  else {
    const when = days.length === 1 ? `on ${first}` : `on ${days.length} days`
    const detail = { days: days.length, when, latest: days.at(-1) ?? first }
    await reportHealthIssue(db, { ...key, at, detail })
  }
}

/** What keeps orders from reaching an ad platform that is told of them. */
export interface SendingTrouble {
  /** The platform’s name. */
  readonly label: string
  /** What is wrong and what to do, in words. */
  readonly message: string
  /** How many did not get through lately. */
  readonly orders: number
}

/** Why orders do not reach an ad platform; nothing closes the issue. */
export async function noteSendingTrouble(
  db: Db,
  { shop, platform, trouble, at }: { shop: ShopId; platform: string; trouble: SendingTrouble | undefined; at: Date },
): Promise<void> {
  const key = { shopId: shop, kind: 'conversions_failing', key: platform }
  if (!trouble) await resolveHealthIssue(db, key, at)
  else await reportHealthIssue(db, { ...key, at, detail: { platform, ...trouble } })
}

/** Products that were sold without anybody knowing what they cost. Shares are whole per cent, money is decimal text. */
export interface MissingCosts {
  readonly products: number
  /** Of the net sales of the same days. */
  readonly share: number
  readonly net: string
  readonly currency: string
  /** A few of them, those that sold most first. */
  readonly names: readonly string[]
  /** Whether any cost is known in this shop. */
  readonly someKnown: boolean
}

/** What was sold without a known cost; nothing closes the issue. */
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

/** One thing about the data that its owner should know. */
export const HealthIssue = z.object({
  kind: z.string(),
  key: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  advice: z.string(),
  since: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** Where it is mended. */
  place: HealthPlace,
})
export type HealthIssue = z.infer<typeof HealthIssue>

/** Everything that makes figures wrong, old or surprising, gravest first, with what to do about each. */
export const listHealth = defineVerb({
  name: 'health.list',
  needs: 'health:read',
  access: 'read',
  input: z.object({}),
  output: z.array(HealthIssue),
  async run(ctx: ConnectionContext): Promise<HealthIssue[]> {
    const now = ctx.clock.now()
    const standing = listStandingIssues(await listConnections.run(ctx, {}), { now, shop: ctx.shop })
    const noted = await listOpenHealthIssues(ctx.queries, ctx.shop.id)
    const issues = [
      ...standing.map((issue) => ({ ...issue, lastSeen: now.toISOString() })),
      ...noted.map(({ kind, key, detail, firstSeen, lastSeen }) => ({
        kind,
        key,
        ...describeIssue(kind, detail),
        since: firstSeen.toISOString(),
        lastSeen: lastSeen.toISOString(),
        place: placeOf(kind, key, detail),
      })),
    ]
    return issues.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
  },
})

/** Closes a noted issue; it opens again when it is seen again. */
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
