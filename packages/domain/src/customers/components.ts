import type { CustomerId } from '@tillsight/core'
import { type Identifier, namesakeOf, toCustomer } from './identifiers.ts'

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
