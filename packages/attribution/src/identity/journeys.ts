import { type CreditConfig, doesCount, isEarlier, journeyOf, type Order, type Touch } from '../credit/index.ts'
import { everCounted, type HistoryEvent, type OrderEvent, type TouchEvent } from './events.ts'
import { type People, resolvePeople } from './people.ts'

/** What each order of a history looks back on. */
export interface Journeys {
  /** Ids of touches by order, the oldest first. */
  readonly journeys: Readonly<Record<string, readonly string[]>>
  /** Whether the buyer had paid for an order before. */
  readonly returning: Readonly<Record<string, boolean>>
}

/** Gives every order that counts its touches and its buyer's standing, by who was identified where and when. */
export function resolveJourneys(events: readonly HistoryEvent[], config: CreditConfig): Journeys {
  // An attempt proves nothing: a refused card may be tried with the account of one and the address of another.
  const told = events.filter((event) => event.type !== 'order' || everCounted(event))
  const people = resolvePeople(told)
  const touches = groupBy(
    told.filter((event) => event.type === 'touch'),
    (event) => ownerOf(event, people),
  )
  const counted = told.filter((event) => event.type === 'order').filter(doesCount)
  const orders = groupBy(counted, (event) => buyerOf(event, people))
  const journeys: Record<string, readonly string[]> = {}
  const returning: Record<string, boolean> = {}
  for (const event of counted) {
    const buyer = buyerOf(event, people)
    const own = buyer === undefined ? [] : (orders.get(buyer) ?? []).map(toOrder)
    const seen = buyer === undefined ? [] : (touches.get(buyer) ?? []).map(toTouch)
    const { all } = journeyOf(toOrder(event), { touches: seen, orders: own }, config)
    journeys[event.order_id] = all.map(({ touch_id }) => touch_id)
    returning[event.order_id] = own.some((other) => other.value_minor !== 0n && isEarlier(other, event))
  }
  return { journeys, returning }
}

/** A touch belongs to whoever is identified on its device; one that has only keys, a click in a letter, to their person. */
function ownerOf(event: TouchEvent, people: People): string | undefined {
  const device = people.deviceOf(event)
  return device === undefined ? people.ofKeys(event) : people.onDevice(device, event.ts)
}

/** An order belongs to the person of its keys, else to that of its device, else to nobody. */
function buyerOf(event: OrderEvent, people: People): string | undefined {
  const person = people.ofKeys(event)
  if (person !== undefined) return person
  const device = people.deviceOf(event)
  return device === undefined ? undefined : people.onDevice(device, event.ts)
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === undefined) continue
    const own = groups.get(key)
    if (own) own.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function toTouch({ touch_id, ts, kind = 'click', channel = '' }: TouchEvent): Touch {
  return { touch_id, ts, kind, channel, platform: null, paid: false }
}

function toOrder({ order_id, ts, value_minor = 1n, cancelled, test }: OrderEvent): Order {
  return { order_id, ts, value_minor, cancelled, test }
}
