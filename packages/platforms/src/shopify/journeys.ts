import { toGid, toId } from './values.ts'
import type { WireOrder } from './wire.ts'

/** When to look again for the source of an order's buyer: Shopify determines it later and sends no notification. */
const lookAfterMinutes = [10, 60, 6 * 60, 24 * 60] as const
const mostWaiting = 400

/** Orders whose journey Shopify is still working on, by global id: when each is looked at again, and how often it was. */
export class Journeys {
  readonly #waiting = new Map<string, { readonly placedMs: number; readonly looks: number }>()

  /** Reads the text written by {@link toText}; anything else gives an empty set. */
  static read(text: unknown): Journeys {
    const journeys = new Journeys()
    if (typeof text !== 'string') return journeys
    for (const part of text.split(' ')) {
      const match = /^(\d+)@(\d+)\/(\d)$/.exec(part)
      if (match === null) continue
      const [, id = '', seconds, looks] = match
      journeys.#waiting.set(toGid('Order', id), { placedMs: Number(seconds) * 1_000, looks: Number(looks) })
    }
    return journeys
  }

  /** The orders that are due for another check. */
  due(nowMs: number): string[] {
    return [...this.#waiting].filter(([, one]) => dueAt(one) <= nowMs).map(([id]) => id)
  }

  /** Records the state of an order; a journey still missing after a day is accepted as unknown. */
  note(order: WireOrder, nowMs: number): void {
    const placedMs = Date.parse(order.createdAt)
    const isPending = order.customerJourneySummary?.ready === false
    const looks = lookAfterMinutes.filter((minutes) => placedMs + minutes * 60_000 <= nowMs).length
    if (!isPending || looks >= lookAfterMinutes.length) {
      this.#waiting.delete(order.id)
      return
    }
    this.#waiting.set(order.id, { placedMs, looks })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > mostWaiting && oldest !== undefined) this.#waiting.delete(oldest)
  }

  /** Removes an order that the shop no longer has. */
  forget(id: string): void {
    this.#waiting.delete(id)
  }

  /** Serialises for a checkpoint. */
  toText(): string {
    return [...this.#waiting]
      .map(([gid, { placedMs, looks }]) => `${toId(gid)}@${Math.floor(placedMs / 1_000)}/${looks}`)
      .join(' ')
  }
}

function dueAt({ placedMs, looks }: { placedMs: number; looks: number }): number {
  return placedMs + (lookAfterMinutes[looks] ?? 0) * 60_000
}
