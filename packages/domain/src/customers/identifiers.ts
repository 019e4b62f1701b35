import { createHmac, hash } from 'node:crypto'
import { type CustomerId, toCustomerId } from '@tillsight/core'
import type { OrderCustomer } from '@tillsight/platforms/connectors'

declare const identifierKind: unique symbol
/** A keyed hash of `id:…`, `email:…` or `phone:…`: 32 hexadecimal digits. Recognises somebody, cannot write to them. */
export type Identifier = string & { readonly [identifierKind]: true }

/** Trimmed, NFKC, lower case; dots and “+tag” stay, they make a different mailbox on many servers. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** `+491511234567`; a number without country code is kept apart by the order's country. Undefined without digits. */
export function normalisePhone(phone: string, country: string | null): string | undefined {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 5) return undefined
  const trimmed = phone.trim()
  if (trimmed.startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return `${country ?? ''}:${digits}`
}

/** What a privacy erasure of WordPress writes in place of an address. */
const erasedDomain = '@site.invalid'

/** Whether an order says nothing at all about who bought, as after a privacy erasure. */
export function isAnonymous(customer: OrderCustomer): boolean {
  return listIdentifiers(customer, null, () => false).length === 0
}

/** What recognises a buyer (metrics.md §1.3): platform id and e-mail; phone only when there is neither. */
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

/** Hashes identifiers with a key of the shop, made from the installation's, so that two shops never share one. */
export function createIdentifierHash(key: Uint8Array, shop: string): (text: string) => Identifier {
  const shopKey = createHmac('sha256', key).update(`identities of ${shop}`).digest('hex')
  return (text) => {
    // Cut to half its length, a digest with the key in front cannot be extended: as good as an HMAC, and much faster.
    const digest = hash('sha256', `${shopKey}\n${text}`, 'hex')
    // Holds because this cut of a digest is the whole definition of an identifier.
    return digest.slice(0, 32) as Identifier
  }
}

/** A customer is named after the smallest of their identifiers, so that any order of arrival gives the same name. */
export function toCustomer(identifier: Identifier): CustomerId {
  const at = (from: number, to: number) => identifier.slice(from, to)
  return toCustomerId(`${at(0, 8)}-${at(8, 12)}-${at(12, 16)}-${at(16, 20)}-${at(20, 32)}`)
}

/** The identifier that a customer is named after. */
export function namesakeOf(customer: CustomerId): Identifier {
  // Holds because customers are named by `toCustomer` only.
  return customer.replaceAll('-', '') as Identifier
}

/**
 * Connected sets of identifiers. Whatever is connected is one customer, named after the smallest identifier in the set;
 * the name of a known customer is an identifier itself and connects like one.
 */
export class IdentitySets {
  readonly #parents = new Map<Identifier, Identifier>()

  /** Puts the identifiers of one order into one set. */
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

  /** Says what an earlier write found out. */
  connectKnown(identifier: Identifier, customer: CustomerId): void {
    this.connect([identifier, namesakeOf(customer)])
  }

  /** The customer that somebody with this identifier is. */
  customerOf(identifier: Identifier): CustomerId {
    return toCustomer(this.#find(identifier))
  }

  /** The customer that a known customer has become. */
  currentOf(customer: CustomerId): CustomerId {
    return this.customerOf(namesakeOf(customer))
  }

  /** Since the smaller of two roots always wins, the root of a set is its smallest member. */
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
