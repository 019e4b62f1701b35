import type { ShopId } from '@tillsight/core'
import { listShops, type NamedApiKeyRow, type ShopRow } from '@tillsight/database'
import { z } from 'zod'
import { type Actor, type Context, type Scope, scopes } from '../context/index.ts'

/** A key as people and programs see it; never the key itself. */
export const KeyView = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** `all`, or the domains of certain shops. */
  shops: z.union([z.literal('all'), z.array(z.string())]),
  networks: z.array(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  /** Null if a program or the command line created it, or the person is gone. */
  createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Null: never. */
  expiresAt: z.iso.datetime().nullable(),
  /** The hour of the last use; null: never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** Id of the key that it was created to replace. */
  replaces: z.string().nullable(),
})
export type KeyView = z.infer<typeof KeyView>

/** A new key, with the key itself: the only time that it is shown. */
export const NewKey = KeyView.extend({ key: z.string() })
export type NewKey = z.infer<typeof NewKey>

/** Scopes as stored; those of another version are left out. */
export function knownScopes(stored: readonly string[]): Scope[] {
  return scopes.filter((scope) => stored.includes(scope))
}

/** The organisation's shops that the actor sees. */
export async function visibleShops({ actor, queries, organisation }: Context): Promise<readonly ShopRow[]> {
  return (await listShops(queries, organisation)).filter(({ id }) => limitOf(actor)?.includes(id) ?? true)
}

/** The shops that the actor is limited to; undefined: not limited. */
export function limitOf(actor: Actor): readonly ShopId[] | undefined {
  if (actor.kind !== 'person' && actor.kind !== 'api_key') return undefined
  return actor.shops === 'all' ? undefined : actor.shops
}

/** Whether the actor may see and end the key: a key that reaches beyond their own shops is none of theirs. */
export function maySee(actor: Actor, { shopIds }: Pick<NamedApiKeyRow, 'shopIds'>): boolean {
  const limit = limitOf(actor)
  return limit === undefined || (shopIds !== null && shopIds.every((id) => limit.includes(id)))
}

/** Prints a stored key. */
export function toKeyView(row: NamedApiKeyRow, shops: readonly ShopRow[], now: Date): KeyView {
  const { createdBy, creatorName } = row
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: knownScopes(row.scopes),
    shops:
      row.shopIds === null ? 'all' : shops.filter(({ id }) => row.shopIds?.includes(id)).map(({ domain }) => domain),
    networks: row.networks,
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    createdBy: createdBy === null ? null : { id: createdBy, name: creatorName ?? '' },
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    replaces: row.replaces,
  }
}

/** Whether the key can be used at the instant. */
export function stateOf({ revokedAt, expiresAt }: NamedApiKeyRow, now: Date): KeyView['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}
