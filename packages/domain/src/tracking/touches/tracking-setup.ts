import type { VisitRules } from '@tillsight/attribution'
import { createIdentifierHash } from '../../customers/index.ts'
import type { WriteContext } from '../../ledger/index.ts'
import { knownDomains, loadTrackingSettings, type TrackingSettings, toVisitRules } from '../settings/index.ts'

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
