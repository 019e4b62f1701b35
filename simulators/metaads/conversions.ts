import { areHashed } from '../ads/conversions.ts'
import { fieldsOf, type Reply, readJson, textOf } from '../web/exchange.ts'
import { pageOptions, toPage } from './paging.ts'
import { badParameter, GraphError, json, lacksPermission, unknownObject } from './responses.ts'
import type { SignedIn, World } from './world.ts'

/** The id of an account's dataset. */
export function datasetOf(accountId: string): string {
  return `9${accountId.padStart(14, '0')}`
}

/** `act_…/adspixels`. */
export function listDatasets({ world, request, token }: SignedIn, account: { id: string; name: string }): Reply {
  const key = `adspixels ${account.id}`
  const rows = [{ id: datasetOf(account.id), name: `Pixel of ${account.name}` }]
  return json(toPage(rows, pageOptions(request, key), { request, key, url: world.url, token: token.token }))
}

const mostEvents = 1_000
const dayMs = 86_400_000

/** `POST {dataset}/events`: one invalid event fails the whole request. */
export function receiveEvents({ world, request, token }: SignedIn, datasetId: string): Reply {
  const account = world.ads.source.accounts.find(({ id }) => datasetOf(id) === datasetId)
  if (account === undefined) throw unknownObject(datasetId, 'post')
  if (!token.scopes.includes('ads_management')) {
    throw lacksPermission('Requires ads_management permission to manage the object')
  }
  const events = readData(request.params.get('data'))
  for (const [at, event] of events.entries()) check(world, event, at)
  const test = request.params.get('test_event_code')
  if (test !== null && !/^TEST\d{1,10}$/.test(test)) throw badParameter('Invalid test_event_code', 2_804_002)
  for (const event of events) keep(world, { datasetId, event, test })
  return json({ events_received: events.length, messages: [], fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW' })
}

type Event = Readonly<Record<string, unknown>>

function readData(text: string | null): readonly Event[] {
  const read = readJson(text)
  if (!Array.isArray(read) || read.length === 0) throw badParameter('The parameter data is required')
  if (read.length > mostEvents) throw badParameter(`Too many events: at most ${mostEvents}`, 2_804_009)
  return read.map(fieldsOf)
}

function invalid(subcode: number, text: string): GraphError {
  return new GraphError(100, {
    subcode,
    message: 'Invalid parameter',
    title: 'Server-side API parameter error',
    userMessage: text,
  })
}

function check(world: World, event: Event, index: number): void {
  const place = `$['data'][${index}]`
  for (const name of ['event_name', 'event_time', 'user_data', 'action_source']) {
    if (event[name] === undefined) throw invalid(2_804_019, `The parameter ${place}['${name}'] is required.`)
  }
  checkTime(world, event, place)
  const user = fieldsOf(event['user_data'])
  if (event['action_source'] === 'website') {
    if (typeof user['client_user_agent'] !== 'string' || typeof event['event_source_url'] !== 'string') {
      throw invalid(2_804_019, `The parameter ${place}['user_data']['client_user_agent'] is required for web events.`)
    }
  }
  checkUser(user, place)
  const custom = fieldsOf(event['custom_data'])
  if (event['event_name'] === 'Purchase') {
    if (typeof custom['value'] !== 'number' || !/^[A-Z]{3}$/.test(textOf(custom['currency']))) {
      throw invalid(
        2_804_019,
        `The parameters value and currency of ${place}['custom_data'] are required for Purchase.`,
      )
    }
  }
}

function checkTime({ settings }: World, event: Event, place: string): void {
  const time = event['event_time']
  if (typeof time !== 'number' || !Number.isInteger(time)) {
    throw invalid(2_804_019, `The parameter ${place}['event_time'] must be a whole number of seconds.`)
  }
  const age = settings.now().getTime() - time * 1_000
  if (age > 7 * dayMs) throw invalid(2_804_003, 'Event Timestamp Too Old: it must be at most seven days old.')
  if (age < -60_000) throw invalid(2_804_004, 'Event Timestamp is in the future.')
}

const hashedKeys = ['em', 'ph', 'fn', 'ln', 'ct', 'st', 'zp', 'country', 'external_id']

function checkUser(user: Event, place: string): void {
  for (const key of hashedKeys) {
    if (!areHashed(user[key])) {
      throw invalid(2_804_064, `The parameter ${place}['user_data']['${key}'] must be hashed with SHA-256.`)
    }
  }
  for (const key of ['fbc', 'fbp']) {
    if (user[key] !== undefined && !/^fb\.[0-2]\.\d{13}\.\S+$/.test(textOf(user[key]))) {
      throw invalid(2_804_019, `The parameter ${place}['user_data']['${key}'] is not of the form fb.1.….`)
    }
  }
  if (!['em', 'ph', 'external_id', 'fbc', 'fbp'].some((key) => user[key] !== undefined)) {
    throw invalid(2_804_050, "You haven't added sufficient customer information parameter data for this event.")
  }
}

function keep(
  { conversions, settings }: World,
  { datasetId, event, test }: { readonly datasetId: string; readonly event: Event; readonly test: string | null },
): void {
  const eventName = textOf(event['event_name'])
  const eventId = textOf(event['event_id'])
  conversions.receive(
    { datasetId, eventName, eventId, at: settings.now(), test, body: event },
    (one) => one.datasetId === datasetId && one.eventName === eventName,
  )
}
