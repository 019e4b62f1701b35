import { areHashed } from '../ads/conversions.ts'
import { type FakeRequest, fieldsOf, type Reply, textOf } from '../web/exchange.ts'
import { bodyFields, ok, Refusal, textField } from './responses.ts'
import type { World } from './world.ts'

/** The id of an account's pixel. */
export function pixelOf(accountId: string): string {
  return `CPIXEL${accountId}`
}

/** `pixel/list/`. */
export function listPixels(world: World, { query }: FakeRequest): Reply {
  const id = query.get('advertiser_id') ?? ''
  const pixels = [
    { pixel_id: `7${id}`.slice(0, 19), pixel_code: pixelOf(id), pixel_name: `Pixel of ${world.ads.account(id)?.name}` },
  ]
  const page = Number(query.get('page') ?? '1')
  return ok({
    pixels: page === 1 ? pixels : [],
    page_info: { page, page_size: Number(query.get('page_size') ?? '10'), total_number: 1, total_page: 1 },
  })
}

const mostEvents = 1_000

/** `event/track/`: one invalid event fails the whole request. */
export function trackEvents(world: World, request: FakeRequest): Reply {
  const body = bodyFields(request)
  if (body['event_source'] !== 'web') throw new Refusal(40002, 'event_source: Field must be web.')
  const pixel = textField(body, 'event_source_id')
  const accountId = world.ads.source.accounts.find(({ id }) => pixelOf(id) === pixel)?.id
  if (accountId === undefined) throw new Refusal(40002, `event_source_id: the pixel ${pixel} does not exist.`)
  refuseToken(world, request, { accountId, pixel })
  const data: readonly unknown[] = Array.isArray(body['data']) ? body['data'] : []
  if (data.length === 0 || data.length > mostEvents) {
    throw new Refusal(40002, `data: Length must be between 1 and ${mostEvents}.`)
  }
  const events = data.map(fieldsOf)
  for (const [index, event] of events.entries()) check(world, event, index)
  const test = textField(body, 'test_event_code')
  for (const event of events) keep(world, { pixel, event, test: test === '' ? null : test })
  return ok({})
}

/** A token of the account, or one that Events Manager made for this pixel. */
function refuseToken(
  world: World,
  { headers }: FakeRequest,
  { accountId, pixel }: { readonly accountId: string; readonly pixel: string },
): void {
  const token = headers['access-token'] ?? ''
  if (world.pixelTokens.get(token) === pixel) return
  const granted = world.grants.look(token)
  if (!Array.isArray(granted)) throw new Refusal(40105)
  if (!granted.includes(accountId)) throw new Refusal(40001, `No permission to operate pixel ${pixel}.`)
}

type Event = Readonly<Record<string, unknown>>

/** An error in one field of an event. */
interface Fault {
  readonly field: string
  readonly text: string
}

function check(world: World, event: Event, index: number): void {
  const fault = timeFault(world, event) ?? userFault(fieldsOf(event['user'])) ?? valueFault(event)
  if (fault) throw new Refusal(40002, `data.${index}.${fault.field}: ${fault.text}`)
}

/** Checks the event's name and time. */
function timeFault(world: World, event: Event): Fault | undefined {
  if (typeof event['event'] !== 'string') return { field: 'event', text: 'Missing data for required field.' }
  const time = event['event_time']
  if (typeof time !== 'number' || !Number.isInteger(time) || time > 10_000_000_000) {
    return { field: 'event_time', text: 'Field must be a timestamp of seconds.' }
  }
  const isAhead = time * 1_000 > world.ads.now().getTime() + 60_000
  return isAhead ? { field: 'event_time', text: 'Field must not be in the future.' } : undefined
}

function userFault(user: Event): Fault | undefined {
  for (const key of ['email', 'phone', 'external_id']) {
    if (!areHashed(user[key])) return { field: `user.${key}`, text: 'Field must be hashed with SHA-256.' }
  }
  return Object.keys(user).length === 0 ? { field: 'user', text: 'Missing data for required field.' } : undefined
}

/** Purchases must contain the amount paid. */
function valueFault({ event, properties }: Event): Fault | undefined {
  if (event !== 'CompletePayment' && event !== 'Purchase') return undefined
  const { value, currency } = fieldsOf(properties)
  if (typeof value === 'number' && /^[A-Z]{3}$/.test(textOf(currency))) return undefined
  return { field: 'properties', text: 'value and currency are required for this event.' }
}

function keep(
  world: World,
  { pixel, event: body, test }: { readonly pixel: string; readonly event: Event; readonly test: string | null },
): void {
  const event = textOf(body['event'])
  const eventId = textOf(body['event_id'])
  world.conversions.receive(
    { pixel, event, eventId, at: world.ads.now(), test, body },
    (one) => one.pixel === pixel && one.event === event,
  )
}
