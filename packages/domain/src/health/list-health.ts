import { listOpenHealthIssues, resolveHealthIssue } from '@tillsight/database'
import { z } from 'zod'
import { type ConnectionContext, listConnections } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { listStandingIssues } from './connection-issues.ts'
import { describeIssue, HealthPlace, placeOf, severities } from './describe-issue.ts'

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
