import { z } from 'zod'
import type { ConnectorContext } from '../contract.ts'
import {
  ageInDays,
  type ConversionOutcome,
  type ConversionRequest,
  type ConversionSetup,
  type ConversionsSpec,
  findsNobody,
  type PurchaseEvent,
  sendInHalves,
} from '../conversions/index.ts'
import { ConnectorError, type ConnectorFailure, isConnectorError } from '../failures.ts'
import { isTellingToMeta, metaKeys, toMetaEvent } from './conversion-body.ts'
import { openGraph } from './graph.ts'
import { readAll } from './paging.ts'
import { WireId } from './values.ts'

const mostEvents = 1_000
/** One event that is too old makes Meta refuse the whole request. One hour is kept as a margin for delivery. */
const mostDays = 7
const hourInDays = 1 / 24

/** Sends orders to Meta. */
export const conversions: ConversionsSpec = {
  api: 'Conversions API',
  documentation: 'https://developers.facebook.com/docs/marketing-api/conversions-api',
  destination: {
    label: 'Dataset (pixel) ID',
    help: 'Events Manager > Data sources > your dataset > Settings. The same one that the pixel on the website sends to.',
    pattern: /^\d{5,20}$/,
    example: '1234567890123456',
  },
  token: {
    label: 'Access token of the dataset',
    help: 'Events Manager > your dataset > Settings > Conversions API > Generate access token. Without one the connection’s own access is used, which has to hold “ads_management”.',
  },
  eventNames: ['Purchase'],
  deduplication:
    'If the pixel on the website reports purchases too, it has to send the order’s number as eventID. Meta then counts an event of the same name and ID that arrives within 48 hours once, the first one; within five minutes the browser’s is preferred.',
  corrections: 'none',
  correctionNote:
    'Meta has no way to take back or change a purchase, so nothing is sent for refunds, and an order that is edited later keeps the value it was sent with.',
  mostDays,
  fixture: 'code',
  trialNote:
    'Events Manager > your dataset > Test events shows a code such as TEST12345. Events with it are shown there and counted nowhere.',
  keys: {
    em: { kind: 'email', label: 'email address' },
    ph: { kind: 'phone', label: 'phone number' },
    external_id: { kind: 'customerId', label: 'customer number' },
    st: { kind: 'place', label: 'region' },
    country: { kind: 'place', label: 'country' },
    client_user_agent: { kind: 'browser', label: 'browser' },
    fbc: { kind: 'click', label: 'click' },
    fbp: { kind: 'browserId', label: 'browser ID' },
  },
  ownWord:
    'Meta answers that it received an order, not what it made of it. Its own score (event match quality) and its diagnostics are in Events Manager under your dataset; asking for them takes further calls, which are not made here.',
  onceForHours: 48,
  listDestinations,
  lacks: (settings, { token }) =>
    token === '' && !(settings.accessToken || settings.token)
      ? 'There is no connected Meta account whose access could be used. Enter an access token of the dataset.'
      : undefined,
  send,
}

const Dataset = z.object({ id: WireId, name: z.string().nullish() })

async function listDestinations(ctx: ConnectorContext) {
  const graph = openGraph(ctx)
  const found = new Map<string, string>()
  for (const account of ctx.accounts ?? []) {
    const rows = await readAll(graph, {
      path: `act_${account.id}/adspixels`,
      params: { fields: 'id,name' },
      what: 'datasets',
      row: Dataset,
      account,
      size: 100,
      kind: 'datasets',
      retries: 1,
    })
    for (const { id, name } of rows) found.set(id, `${name || id} · ${account.name}`)
  }
  return [...found].map(([id, label]) => ({ id, label }))
}

const Taken = z.object({ events_received: z.number(), fbtrace_id: z.string().nullish() })

async function send(ctx: ConnectorContext, request: ConversionRequest): Promise<ConversionOutcome[]> {
  const now = ctx.clock.now()
  return await sendInHalves(request.events, {
    most: mostEvents,
    keysOf: metaKeys,
    whyUseless: (event) => whyUseless(event, now),
    request: async (part) => await post(ctx, { ...request, events: part }),
    isAboutEvent,
  })
}

function whyUseless(event: PurchaseEvent, now: Date): string | undefined {
  if (ageInDays(event, now) > mostDays - hourInDays) {
    return 'The order is older than seven days; Meta takes no older ones, and one would make it refuse the others.'
  }
  return isTellingToMeta(event) ? undefined : findsNobody('Meta')
}

async function post(ctx: ConnectorContext, { setup, events, test }: ConversionRequest) {
  try {
    const { events_received: taken, fbtrace_id: trace } = await openGraph(withAccess(ctx, setup)).ask({
      method: 'POST',
      path: `${setup.destination}/events`,
      params: {
        data: JSON.stringify(events.map((event) => toMetaEvent(event, setup.eventName))),
        ...(test ? { test_event_code: test } : {}),
      },
      what: 'orders sent to it',
      shape: Taken,
      retries: 1,
    })
    if (taken !== events.length) throw fewer(events.length, taken)
    return { answer: `Received${trace ? `, trace ${trace.slice(0, 40)}` : ''}` }
  } catch (error) {
    throw isConnectorError(error) ? inWordsOfSending(error.failure, setup) : error
  }
}

/** The dataset's token belongs to an app of Meta’s own, so our app secret does not apply to it. */
function withAccess(ctx: ConnectorContext, { token }: ConversionSetup): ConnectorContext {
  return token === '' ? ctx : { ...ctx, settings: { token, proof: 'none' } }
}

/** Whether the failure is one of the endpoint’s subcodes for errors in an event. */
function isAboutEvent({ platformCode = '' }: ConnectorFailure): boolean {
  return /^100\/2804\d{3}$/.test(platformCode)
}

function fewer(sent: number, taken: number): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `Meta took ${taken} of ${sent} orders and did not say which. They are sent again; it counts each once.`,
    platformCode: 'fewer',
  })
}

const eventFaults: Readonly<Record<string, string>> = {
  '100/2804003': 'Meta finds the order too old.',
  '100/2804004': 'Meta finds the order dated in the future; the clocks of store and server differ.',
  '100/2804050': 'Meta finds too little in the order to tell whose it is.',
}

function inWordsOfSending(failure: ConnectorFailure, { token, destination }: ConversionSetup): ConnectorError {
  const { kind, platformCode = '' } = failure
  if (isAboutEvent(failure)) {
    const message = eventFaults[platformCode] ?? `Meta did not accept what is in the order (${platformCode}).`
    return new ConnectorError({ ...failure, kind: 'bad_request', message })
  }
  if (kind === 'permission' || (kind === 'reauth' && token !== '')) {
    const message =
      token === ''
        ? `Meta does not let this connection send to dataset ${destination}. Make an access token in Events Manager (the dataset > Settings > Conversions API > Generate access token) and enter it here.`
        : `Meta does not accept the access token for dataset ${destination}: it was withdrawn, or belongs to another dataset. Make a new one in Events Manager and enter it here.`
    return new ConnectorError({ ...failure, kind: 'permission', message })
  }
  return new ConnectorError({ ...failure, message: failure.message.replaceAll('reading goes on', 'sending goes on') })
}
