import { AppError, type Clock, type OrganisationId, type ShopId } from '@tillsight/core'
import { type Database, findApiKey, noteApiKeyUse, revokeApiKey, type ShownApiKeyRow } from '@tillsight/database'
import { recordAudit } from '../audit/index.ts'
import { type Actor, keyPermissions, type Log, type Scope } from '../context/index.ts'
import { hashKey } from './key-text.ts'
import { knownScopes } from './key-view.ts'
import { isWithin } from './networks.ts'

/** What finding a key takes. */
export interface KeyStores {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** A key that may be used now. */
export interface OpenKey {
  readonly actor: Extract<Actor, { readonly kind: 'api_key' }>
  readonly organisation: OrganisationId
  readonly expiresAt: Date | null
  /** What an assistant was given at its consent; absent for a key. */
  readonly granted?: readonly Scope[]
}

const hourMs = 3_600_000

/** The shops of two limits. */
export function inBoth(one: 'all' | readonly ShopId[], other: 'all' | readonly ShopId[]): 'all' | readonly ShopId[] {
  if (one === 'all') return other
  return other === 'all' ? one : one.filter((id) => other.includes(id))
}

/**
 * The key of a request from this address, and the hour is noted. A member who is limited to certain shops reaches no others by keys
 * that they made. Throws `unauthenticated` for one that is unknown, revoked or
 * expired, and `forbidden` from an address outside its networks.
 */
export async function openKey({ db, clock }: KeyStores, key: string, address: string): Promise<OpenKey> {
  const row = await findApiKey(db.kysely, hashKey(key))
  const now = clock.now()
  assertUsable(row, now)
  if (!isWithin(row.networks, address)) {
    throw new AppError(
      'forbidden',
      'This key is limited to certain networks, and this request came from another one. An admin of the organisation sees them at Settings > API keys.',
    )
  }
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  if (row.lastUsedAt === null || row.lastUsedAt < hour) await noteApiKeyUse(db.kysely, row.id, hour)
  return {
    actor: {
      kind: 'api_key',
      id: row.id,
      name: row.name,
      permissions: keyPermissions(knownScopes(row.scopes)),
      shops: inBoth(row.shopIds ?? 'all', row.makerShopIds ?? 'all'),
    },
    organisation: row.organisationId,
    expiresAt: row.expiresAt,
  }
}

function assertUsable(row: ShownApiKeyRow | undefined, now: Date): asserts row is ShownApiKeyRow {
  if (!row) throw refused('is not known here. Check that it was copied whole: it has 47 characters')
  if (row.revokedAt !== null) throw refused('was revoked. An owner or admin can create another one')
  if (row.expiresAt !== null && row.expiresAt <= now) {
    throw refused(`expired on ${row.expiresAt.toISOString().slice(0, 10)}. An owner or admin can create another one`)
  }
}

function refused(what: string): AppError {
  return new AppError('unauthenticated', `This key ${what}.`)
}

/** Revokes a key that was shown where others may have seen it. Says whether it was one that could be used. */
export async function revokeExposedKey({ db, clock, log }: KeyStores, key: string): Promise<boolean> {
  const row = await findApiKey(db.kysely, hashKey(key))
  if (!row) return false
  const isRevoked = await db.transaction(async (queries) => {
    if (!(await revokeApiKey(queries, row.id, clock.now()))) return false
    const { id, name, organisationId: organisation, shopIds: shops } = row
    const actor = { kind: 'job', name: 'A key in an address' } as const
    const target = { kind: 'key', id, name }
    await recordAudit({ actor, organisation, queries, clock }, { action: 'key.revoke', target, shops })
    return true
  })
  if (!isRevoked) return false
  log.warn({ audit: 'key.revoke', actor: 'system', key: row.id, organisation: row.organisationId }, 'key in an address')
  return true
}
