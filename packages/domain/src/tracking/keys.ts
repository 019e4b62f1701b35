import { randomBytes } from 'node:crypto'
import { AppError } from '@tillsight/core'
import {
  createFirstTrackingKey,
  createTrackingKey as createRow,
  listTrackingKeys as listRows,
  revokeTrackingKey as revokeRow,
  type TrackingKeyRow,
} from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'

/**
 * A public key by which pages identify their shop. Anybody can read it there: it permits sending events, and nothing else.
 */
const TrackingKey = z.object({
  key: z.string(),
  createdAt: z.date(),
  /** Since when events with it are refused; null while it is active. */
  revokedAt: z.date().nullable(),
})
/** See {@link TrackingKey}. */
type TrackingKey = z.infer<typeof TrackingKey>

/** An unguessable key. */
function newTrackingKey(): string {
  return `tk_${randomBytes(12).toString('hex')}`
}

/** A stored key as shown to people. */
function toTrackingKey({ key, createdAt, revokedAt }: TrackingKeyRow): TrackingKey {
  return { key, createdAt, revokedAt }
}

/** Told without the key. */
const trackingKeyTarget = { kind: 'tracking_key', id: '', name: '' }

/** Maximum number of active keys; a shop that replaces its key needs two. */
const mostKeys = 10

/** Creates another key for the shop; existing ones stay valid until they are revoked. */
export const createTrackingKey = defineVerb({
  name: 'tracking.createKey',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({}),
  output: TrackingKey,
  async run(ctx: ShopContext) {
    const inUse = (await listRows(ctx.queries, ctx.shop.id)).filter(({ revokedAt }) => revokedAt === null)
    if (inUse.length >= mostKeys) {
      throw new AppError('limit_reached', `The shop has ${mostKeys} keys, which is the most. Revoke some first.`)
    }
    const key = { key: newTrackingKey(), shopId: ctx.shop.id, createdAt: ctx.clock.now() }
    const row = await createRow(ctx.queries, key)
    await recordAudit(ctx, { action: 'tracking.createKey', target: trackingKeyTarget })
    return toTrackingKey(row)
  },
})

/** The shop's keys, newest first; the first call creates the first key. */
export const listTrackingKeys = defineVerb({
  name: 'tracking.keys',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.array(TrackingKey),
  async run(ctx: ShopContext) {
    const rows = await listRows(ctx.queries, ctx.shop.id)
    if (rows.length > 0) return rows.map(toTrackingKey)
    // Not a decision by anybody: the first key belongs to the shop from its creation.
    const key = { key: newTrackingKey(), shopId: ctx.shop.id, createdAt: ctx.clock.now() }
    await ctx.db.transaction((queries) => createFirstTrackingKey(queries, key))
    return (await listRows(ctx.queries, ctx.shop.id)).map(toTrackingKey)
  },
})

/** Revokes a key: events with it are refused. The last active one cannot be revoked, or no events would be accepted. */
export const revokeTrackingKey = defineVerb({
  name: 'tracking.revokeKey',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({ key: z.string().max(100) }),
  output: z.object({}),
  async run(ctx: ShopContext, { key }) {
    const inUse = (await listRows(ctx.queries, ctx.shop.id)).filter(({ revokedAt }) => revokedAt === null)
    if (inUse.length === 1 && inUse[0]?.key === key) {
      throw new AppError(
        'conflict',
        'This is the only key of the shop. Make a new one and put it into the shop’s pages first.',
      )
    }
    if (!(await revokeRow(ctx.queries, { shopId: ctx.shop.id, key }, ctx.clock.now()))) {
      throw new AppError('not_found', 'The shop has no such key in use. Load the page again to see those that it has.')
    }
    await recordAudit(ctx, { action: 'tracking.revokeKey', target: trackingKeyTarget })
    return {}
  },
})
