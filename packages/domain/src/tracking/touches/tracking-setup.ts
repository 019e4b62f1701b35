import type { VisitRules } from '@tillsight/attribution'
import type { Shop, WriteContext } from '../../context/index.ts'
import { createIdentifierHash, listIdentifiers } from '../../customers/index.ts'
import { toBookingRules } from '../../ledger/index.ts'
import { knownDomains, loadTrackingSettings, toVisitRules } from '../settings/load-settings.ts'
import type { TrackingSettings } from '../settings/settings.ts'

/** How a shop's visits are read, as it has arranged it. */
export interface TrackingSetup {
  readonly settings: TrackingSettings
  readonly rules: VisitRules
  /** Keyed hashes of the shop's own people, as identifications have them. */
  readonly ownPeople: ReadonlySet<string>
}

/** Reads what visits of the shop are read with; a settings document instead of the stored one asks "what if". */
export async function loadSetup(
  { db, shop, identityKey }: Pick<WriteContext, 'db' | 'shop' | 'identityKey'>,
  instead?: TrackingSettings,
): Promise<TrackingSetup> {
  const settings = instead ?? (await loadTrackingSettings(db.kysely, shop))
  const hash = createIdentifierHash(identityKey, shop.id)
  return {
    settings,
    rules: toVisitRules(settings, await knownDomains(db.kysely, shop)),
    ownPeople: new Set(settings.internalEmails.map((email) => hash(`email:${email}`))),
  }
}

/** Somebody as a shop's page or server names them. */
export interface NamedBuyer {
  readonly id?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/** Makes of who is named what orders recognise the same person by: keyed hashes, and nothing else. */
export function createBuyerHash(shop: Shop, identityKey: Uint8Array): (buyer: NamedBuyer) => readonly string[] {
  const hash = createIdentifierHash(identityKey, shop.id)
  const { isIgnoredEmail } = toBookingRules(shop.settings, shop.currency)
  return ({ id, email, phone }) =>
    listIdentifiers(
      { platformId: id ?? null, email: email ?? null, phone: phone ?? null },
      shop.country,
      isIgnoredEmail,
    ).map(hash)
}
