import { areHashed } from '../ads/conversions.ts'
import { type FakeRequest, fieldsOf, json, type Reply, readJson, textOf } from '../web/exchange.ts'
import { conversionActions } from './accounts.ts'
import { edgeError } from './errors.ts'
import type { World } from './options.ts'

const scope = 'https://www.googleapis.com/auth/datamanager'
const settlesMs = 30 * 60_000
const mostEvents = 2_000
const dayMs = 86_400_000

/** Everything under `/v1` of the Data Manager API; undefined for other paths. */
export function answerDataManager(world: World, request: FakeRequest): Reply | undefined {
  const name = /^\/v1\/(events:ingest|requestStatus:retrieve)$/.exec(request.path)?.[1]
  if (name === undefined) return undefined
  const refusal = refuseCaller(world, request)
  if (refusal) return refusal
  return name === 'events:ingest' ? ingest(world, request) : retrieve(world, request)
}

function refuseCaller(world: World, { headers }: FakeRequest): Reply | undefined {
  const found = world.grants.check(/^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '')
  if (found === undefined || found === 'expired') {
    return json(edgeError(401, 'UNAUTHENTICATED', { message: 'Request had invalid authentication credentials.' }), 401)
  }
  if (found.scopes.includes(scope)) return undefined
  const message = 'Request had insufficient authentication scopes.'
  return json(edgeError(403, 'PERMISSION_DENIED', { message, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }), 403)
}

/** An error in one field of the request. */
interface Violation {
  readonly field: string
  readonly description: string
  readonly reason: string
}

function refused(violation: Violation): Reply {
  const error = {
    code: 400,
    message: 'There was a problem with the request.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'INVALID_ARGUMENT',
        domain: 'datamanager.googleapis.com',
      },
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] },
    ],
  }
  return json({ error }, 400)
}

type Fields = Readonly<Record<string, unknown>>

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** One invalid event fails the whole request. */
function ingest(world: World, request: FakeRequest): Reply {
  const body = fieldsOf(readJson(request.body))
  const [destination = {}] = listOf(body['destinations'])
  const events = listOf(body['events'])
  const violation =
    destinationFault(world, destination) ??
    sizeFault(events) ??
    eventFaults(world, { events, encoding: body['encoding'] })
  if (violation) return refused(violation)
  const requestId = `req${world.conversions.received.length}${world.ads.now().getTime().toString(36)}`
  if (body['validateOnly'] === true) return json({ requestId: '' })
  const account = textOf(fieldsOf(destination['operatingAccount'])['accountId'])
  const action = textOf(destination['productDestinationId'])
  for (const event of events) {
    const transactionId = textOf(event['transactionId'])
    world.conversions.received.push({ requestId, account, action, transactionId, at: world.ads.now(), body: event })
  }
  world.conversions.note(requestId, world.ads.now(), events.length)
  return json({ requestId })
}

function destinationFault(world: World, destination: Fields): Violation | undefined {
  const account = fieldsOf(destination['operatingAccount'])
  const id = textOf(account['accountId'])
  const known = world.ads.account(id)
  if (account['accountType'] !== 'GOOGLE_ADS' || known === undefined) {
    const description = 'The operating account is not known.'
    return { field: 'destinations[0].operating_account', description, reason: 'INVALID_DESTINATION' }
  }
  const login = fieldsOf(destination['loginAccount'])['accountId']
  if (login !== undefined && !world.managers.some((one) => one.id === login && one.accounts.includes(id))) {
    const description = 'The login account has no access to the operating account.'
    return {
      field: 'destinations[0].login_account',
      description,
      reason: 'OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH',
    }
  }
  const wanted = textOf(destination['productDestinationId'])
  const action = conversionActions(world, id).find((one) => one.id === wanted)
  const field = 'destinations[0].product_destination_id'
  if (action === undefined) {
    return { field, description: 'The conversion action is not known.', reason: 'INVALID_CONVERSION_ACTION_ID' }
  }
  return action.type === 'WEBPAGE' || action.type === 'UPLOAD_CLICKS'
    ? undefined
    : { field, description: 'Its type takes no events.', reason: 'INVALID_CONVERSION_ACTION_TYPE' }
}

function sizeFault(events: readonly Fields[]): Violation | undefined {
  if (events.length > 0 && events.length <= mostEvents) return undefined
  return { field: 'events', description: `At most ${mostEvents} events.`, reason: 'TOO_MANY_EVENTS' }
}

function eventFaults(
  world: World,
  { events, encoding }: { readonly events: readonly Fields[]; readonly encoding: unknown },
): Violation | undefined {
  for (const [index, event] of events.entries()) {
    const fault = eventFault(world, event, encoding)
    if (fault) return { ...fault, field: `events.events[${index}]${fault.field}` }
  }
  return undefined
}

function eventFault(world: World, event: Fields, encoding: unknown): Violation | undefined {
  const at = Date.parse(textOf(event['eventTimestamp']))
  const age = world.ads.now().getTime() - at
  if (Number.isNaN(at) || age > 90 * dayMs || age < -60_000) {
    return { field: '.event_timestamp', description: 'The time is not in the window.', reason: 'EVENT_TIME_INVALID' }
  }
  if (!/^[A-Z]{3}$/.test(textOf(event['currency']))) {
    return { field: '.currency', description: 'The currency is not known.', reason: 'INVALID_CURRENCY_CODE' }
  }
  if (typeof event['transactionId'] !== 'string' || event['transactionId'] === '') {
    return { field: '.transaction_id', description: 'It is required.', reason: 'REQUIRED_FIELD_MISSING' }
  }
  return identifierFault(event, encoding)
}

function identifierFault(event: Fields, encoding: unknown): Violation | undefined {
  const clicks = Object.values(fieldsOf(event['adIdentifiers'])).filter((value) => typeof value === 'string')
  const identifiers = listOf(fieldsOf(event['userData'])['userIdentifiers'])
  if (clicks.length === 0 && identifiers.length === 0) {
    return { field: '', description: 'No identifiers were provided.', reason: 'NO_IDENTIFIERS_PROVIDED' }
  }
  if (clicks.length > 1) {
    return { field: '.ad_identifiers', description: 'Only one click id.', reason: 'MULTIPLE_IDENTIFIERS_NOT_ALLOWED' }
  }
  const hashes = identifiers.flatMap(({ emailAddress, phoneNumber, address }) => {
    const { givenName, familyName } = fieldsOf(address)
    return [emailAddress, phoneNumber, givenName, familyName].filter((value) => value !== undefined)
  })
  const isHashed = areHashed(hashes)
  if (isHashed && (hashes.length === 0 || encoding === 'HEX')) return undefined
  return { field: '.user_data', description: 'It is not hashed with SHA-256.', reason: 'INVALID_SHA256_FORMAT' }
}

function retrieve(world: World, { query }: FakeRequest): Reply {
  const found = world.conversions.find(query.get('requestId') ?? '')
  if (!found) return json(edgeError(404, 'NOT_FOUND', { message: 'Requested entity was not found.' }), 404)
  const isOver = world.ads.now().getTime() - found.at.getTime() >= settlesMs
  const requestStatus = isOver ? found.status : 'PROCESSING'
  const isBad = isOver && found.status !== 'SUCCESS'
  const errorCounts = [{ reason: 'PROCESSING_ERROR_REASON_INVALID_GCLID', recordCount: textOf(found.count) }]
  return json({
    requestStatusPerDestination: [
      {
        requestStatus,
        ...(isBad ? { errorInfo: { errorCounts } } : {}),
        eventsIngestionStatus: { recordCount: textOf(found.count) },
      },
    ],
  })
}
