import type { Shop } from '../../context/index.ts'
import { createIdentifierHash, listIdentifiers } from '../../customers/index.ts'
import { toBookingRules } from '../../ledger/index.ts'

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
