import { type HistoryEvent, strongKeys, tokensOf } from './events.ts'

/** Who owns what, worked out from everything that is known. */
export interface People {
  /** The person that strong keys belong to; undefined without any that can be trusted. */
  ofKeys(event: HistoryEvent): string | undefined
  /** The device that an event came from, by itself or by its cart or checkout. */
  deviceOf(event: HistoryEvent): string | undefined
  /** The person that something on a device belongs to at an instant; undefined for a device that is left out. */
  onDevice(device: string, ts: number): string | undefined
}

/** Beyond these it is shop staff, a till or a click farm. */
const mostDevicesOfKey = 50
const mostPeopleOfDevice = 10

interface Identification {
  readonly ts: number
  readonly person: string
}

/**
 * Strong keys that came in one event are one person. Devices never become part of a person: they have a list of who was
 * identified on them and when, and what happened on them belongs to whoever was identified next, else last before.
 */
export function resolvePeople(events: readonly HistoryEvent[]): People {
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

/** Page events that carried a cart or checkout tell its device; the earliest counts. */
function devicesByToken(events: readonly HistoryEvent[]): ReadonlyMap<string, string> {
  const devices = new Map<string, string>()
  const sorted = [...events].sort((one, other) => one.ts - other.ts)
  for (const event of sorted) {
    if (event.visitor === undefined) continue
    for (const token of tokensOf(event)) if (!devices.has(token)) devices.set(token, event.visitor)
  }
  return devices
}

/** Union of strong keys that stood in the same event; a person is named by the smallest of their keys. */
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
