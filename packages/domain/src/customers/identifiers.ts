import { createHmac, hash } from 'node:crypto'
import { type CustomerId, toCustomerId } from '@tillsight/core'
import type { OrderCustomer } from '@tillsight/platforms/connectors'

declare const identifierKind: unique symbol
/**
 * A keyed hash of `id:…`, `email:…` or `phone:…`: 32 hexadecimal digits. It recognises a person but cannot be used to contact
 * them.
 */
export type Identifier = string & { readonly [identifierKind]: true }

/** Trimmed, NFKC, lower case; dots and “+tag” stay, because many servers treat them as different mailboxes. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/**
 * Formats as `+491511234567`; a number without country code is prefixed with the order's country instead. Undefined without
 * digits.
 */
export function normalisePhone(phone: string, country: string | null): string | undefined {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 5) return undefined
  const trimmed = phone.trim()
  if (trimmed.startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return `${country ?? ''}:${digits}`
}

/** The domain that WordPress writes in place of an address on privacy erasure. */
const erasedDomain = '@site.invalid'

/** Whether an order contains no identification of the buyer, as after a privacy erasure. */
export function isAnonymous(customer: OrderCustomer): boolean {
  return listIdentifiers(customer, null, () => false).length === 0
}

/** The identifiers of a buyer (metrics.md §1.3): platform id and e-mail; phone only if both are missing. */
export function listIdentifiers(
  customer: OrderCustomer,
  country: string | null,
  isIgnoredEmail: (email: string) => boolean,
): string[] {
  const found: string[] = []
  if (customer.platformId !== null && customer.platformId !== '' && customer.platformId !== '0') {
    found.push(`id:${customer.platformId}`)
  }
  const email = customer.email === null ? '' : normaliseEmail(customer.email)
  if (email.includes('@') && !email.endsWith(erasedDomain) && !isIgnoredEmail(email)) found.push(`email:${email}`)
  if (found.length > 0 || customer.phone === null) return found
  const phone = normalisePhone(customer.phone, country)
  return phone === undefined ? found : [`phone:${phone}`]
}

/**
 * Creates a hash function for identifiers with a key of the shop, derived from the installation's, so that two shops never
 * share a hash.
 */
export function createIdentifierHash(key: Uint8Array, shop: string): (text: string) => Identifier {
  const shopKey = createHmac('sha256', key).update(`identities of ${shop}`).digest('hex')
  return (text) => {
    // Truncated to half its length, a digest of a key-prefixed text cannot be extended: as secure as an HMAC, and much
    // faster.
    const digest = hash('sha256', `${shopKey}\n${text}`, 'hex')
    // Holds because an identifier is by definition such a truncated digest.
    return digest.slice(0, 32) as Identifier
  }
}

/** A customer's id is derived from the smallest of their identifiers, so that it does not depend on the order of arrival. */
export function toCustomer(identifier: Identifier): CustomerId {
  const at = (from: number, to: number) => identifier.slice(from, to)
  return toCustomerId(`${at(0, 8)}-${at(8, 12)}-${at(12, 16)}-${at(16, 20)}-${at(20, 32)}`)
}

/** The identifier that a customer's id is derived from. */
export function namesakeOf(customer: CustomerId): Identifier {
  // Holds because customer ids are made by `toCustomer` only.
  return customer.replaceAll('-', '') as Identifier
}

/**
 * Connected sets of identifiers. Each set is one customer, whose id is derived from its smallest identifier; the id of a
 * known customer is an identifier itself and connects like one.
 */
export class IdentitySets {
  readonly #parents = new Map<Identifier, Identifier>()
  readonly #customers = new Map<Identifier, CustomerId>()

  /** Joins the identifiers of one order into one set. */
  connect(identifiers: readonly Identifier[]): void {
    const [first, ...others] = identifiers
    if (first === undefined) return
    let root = this.#find(first)
    for (const other of others) {
      const found = this.#find(other)
      if (found === root) continue
      const [low, high] = found < root ? [found, root] : [root, found]
      this.#parents.set(high, low)
      root = low
    }
  }

  /** Adds a connection found by an earlier write. */
  connectKnown(identifier: Identifier, customer: CustomerId): void {
    this.connect([identifier, namesakeOf(customer)])
  }

  /** The customer with this identifier. */
  customerOf(identifier: Identifier): CustomerId {
    const root = this.#find(identifier)
    const customer = this.#customers.get(root) ?? toCustomer(root)
    this.#customers.set(root, customer)
    return customer
  }

  /** The current customer of a previously known one. */
  currentOf(customer: CustomerId): CustomerId {
    return this.customerOf(namesakeOf(customer))
  }

  /** The smaller of two roots always wins, so the root of a set is its smallest member. */
  #find(identifier: Identifier): Identifier {
    let root = identifier
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && parent !== root;
      parent = this.#parents.get(root)
    )
      root = parent
    let step = identifier
    while (step !== root) {
      const next = this.#parents.get(step) ?? root
      this.#parents.set(step, root)
      step = next
    }
    this.#parents.set(root, root)
    return root
  }
}
