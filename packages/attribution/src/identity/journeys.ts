import { type CreditConfig, doesCount, isEarlier, journeyOf, type Order, type Touch } from '../credit/index.ts'

/** Identifiers of a person. Values are compared exactly; e-mail addresses trimmed and in lower case. */
interface Keys {
  readonly customer?: string | undefined
  readonly email?: string | undefined
}

interface OnDevice extends Keys {
  /** Milliseconds since 1970, UTC. */
  readonly ts: number
  /** One browser or app. */
  readonly visitor?: string | undefined
  /** Tokens of the carts and checkouts involved: they link an order to its device later. */
  readonly cart_token?: string | undefined
  readonly checkout_token?: string | undefined
}

/** A touch recorded on a device. */
interface TouchEvent extends OnDevice {
  readonly type: 'touch'
  readonly touch_id: string
  readonly kind?: Touch['kind'] | undefined
  readonly channel?: string | undefined
}

/** A visitor identified themselves: by a log-in, a sign-up, a click in an e-mail or the start of a checkout. */
interface IdentifyEvent extends OnDevice {
  readonly type: 'identify'
}

/** An order, with what is known about its buyer and device. */
interface OrderEvent extends OnDevice {
  readonly type: 'order'
  readonly order_id: string
  /** The order's value; 0 makes nobody a customer, absent counts as above 0. */
  readonly value_minor?: bigint | undefined
  /** Failed, pending, or cancelled before it was paid. */
  readonly uncounted?: boolean | undefined
  /** Cancelled after it was paid: it earns no credit, but it was placed. */
  readonly cancelled?: boolean | undefined
  readonly test?: boolean | undefined
}

/** Whether an order ever was more than an attempt: only then does it identify its buyer. */
function everCounted({ uncounted, test }: Pick<OrderEvent, 'uncounted' | 'test'>): boolean {
  return uncounted !== true && test !== true
}

/** An event about a touch, a person's identity or an order. */
export type HistoryEvent = TouchEvent | IdentifyEvent | OrderEvent

/**
 * The strong keys of an event, each prefixed with its kind, so that a customer number is never taken for an e-mail address.
 */
function strongKeys({ customer, email }: Keys): string[] {
  const address = email?.trim().toLowerCase()
  return [...(customer ? [`customer ${customer}`] : []), ...(address ? [`email ${address}`] : [])]
}

/** The cart and checkout tokens of an event. */
function tokensOf({ cart_token, checkout_token }: OnDevice): string[] {
  return [...(cart_token ? [`cart ${cart_token}`] : []), ...(checkout_token ? [`checkout ${checkout_token}`] : [])]
}

/** Above these limits the key or device belongs to shop staff, a till or a click farm. */
const mostDevicesOfKey = 50
const mostPeopleOfDevice = 10

/** The journeys of all orders of a history. */
interface Journeys {
  /** Touch ids by order, oldest first. */
  readonly journeys: Readonly<Record<string, readonly string[]>>
  /** By order: whether the buyer had paid for an order before. */
  readonly returning: Readonly<Record<string, boolean>>
}

/**
 * Assigns touches to every order that counts and decides whether its buyer is returning, by who was identified where and
 * when.
 */
export function resolveJourneys(events: readonly HistoryEvent[], config: CreditConfig): Journeys {
  // An attempt identifies nobody: a declined card may be tried with one person's account and another's address.
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

/** A touch belongs to whoever is identified on its device; one with keys only (a click in an e-mail) to their person. */
function ownerOf(event: TouchEvent, people: People): string | undefined {
  const device = people.deviceOf(event)
  return device === undefined ? people.ofKeys(event) : people.onDevice(device, event.ts)
}

/** An order belongs to the person of its keys, else to the person of its device, else to nobody. */
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

/** Ownership of events, derived from the whole history. */
interface People {
  /** The person that the event's strong keys belong to; undefined if none can be trusted. */
  ofKeys(event: HistoryEvent): string | undefined
  /** The device of an event, recorded directly or linked by its cart or checkout. */
  deviceOf(event: HistoryEvent): string | undefined
  /** The person that activity on a device at an instant belongs to; undefined for an excluded device. */
  onDevice(device: string, ts: number): string | undefined
}

interface Identification {
  readonly ts: number
  readonly person: string
}

/**
 * Strong keys of the same event belong to one person. Devices never become part of a person: each has a list of who was
 * identified on it and when, and activity belongs to the next person identified, else to the last before.
 */
function resolvePeople(events: readonly HistoryEvent[]): People {
  const devices = devicesByToken(events)
  const deviceOf = (event: HistoryEvent) =>
    event.visitor ?? tokensOf(event).flatMap((token) => devices.get(token) ?? [])[0]
  const personOf = joinKeys(events)
  const crowded = crowdedKeys(events, deviceOf)
  const ofKeys = (event: HistoryEvent) => {
    const [key] = strongKeys(event).filter((each) => !crowded.has(each))
    return key === undefined ? undefined : personOf(key)
  }
  const known = new Map<string, Identification[]>()
  for (const event of events) {
    const [device, person] = [deviceOf(event), ofKeys(event)]
    if (device === undefined || person === undefined) continue
    known.set(device, [...(known.get(device) ?? []), { ts: event.ts, person }])
  }
  return {
    ofKeys,
    deviceOf,
    onDevice(device, ts) {
      const list = known.get(device) ?? []
      if (new Set(list.map(({ person }) => person)).size > mostPeopleOfDevice) return undefined
      return identifiedAt(list, ts) ?? `device ${device}`
    },
  }
}

/** The earliest identification at or after an instant, else the latest before it. */
function identifiedAt(list: readonly Identification[], ts: number): string | undefined {
  const sorted = [...list].sort((one, other) => one.ts - other.ts || (one.person < other.person ? -1 : 1))
  return (sorted.find((each) => each.ts >= ts) ?? sorted.at(-1))?.person
}

/** Maps cart and checkout tokens to devices by the page events that carried them; the earliest counts. */
function devicesByToken(events: readonly HistoryEvent[]): ReadonlyMap<string, string> {
  const devices = new Map<string, string>()
  const sorted = [...events].sort((one, other) => one.ts - other.ts)
  for (const event of sorted) {
    if (event.visitor === undefined) continue
    for (const token of tokensOf(event)) if (!devices.has(token)) devices.set(token, event.visitor)
  }
  return devices
}

/** Unites strong keys that occurred in the same event; a person is named by the smallest of their keys. */
function joinKeys(events: readonly HistoryEvent[]): (key: string) => string {
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    let root = key
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above
    return root
  }
  for (const event of events) {
    const [first, ...others] = strongKeys(event)
    if (first === undefined) continue
    for (const other of others) {
      const [one, two] = [rootOf(first), rootOf(other)].sort()
      if (one !== undefined && two !== undefined && one !== two) parents.set(two, one)
    }
  }
  return rootOf
}

function crowdedKeys(
  events: readonly HistoryEvent[],
  deviceOf: (event: HistoryEvent) => string | undefined,
): ReadonlySet<string> {
  const devices = new Map<string, Set<string>>()
  for (const event of events) {
    const device = deviceOf(event)
    if (device === undefined) continue
    for (const key of strongKeys(event)) devices.set(key, (devices.get(key) ?? new Set()).add(device))
  }
  return new Set([...devices].flatMap(([key, own]) => (own.size > mostDevicesOfKey ? [key] : [])))
}
