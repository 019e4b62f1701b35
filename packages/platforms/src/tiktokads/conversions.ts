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
import { openApi } from './api.ts'
import { isTellingToTikTok, tiktokKeys, toTikTokEvent } from './conversion-body.ts'
import { rowsOf, textOf } from './values.ts'

const mostEvents = 1_000
const mostDays = 28

/** Sends orders to TikTok. */
export const conversions: ConversionsSpec = {
  api: 'Events API',
  documentation: 'https://business-api.tiktok.com/portal/docs?id=1741601162187777',
  destination: {
    label: 'Pixel code',
    help: 'TikTok Ads Manager > Tools > Events > your pixel: the ID below its name. The same one that is on the website.',
    pattern: /^[A-Z0-9]{10,40}$/,
    example: 'C4A1B2C3D4E5F6G7H8I9',
  },
  token: {
    label: 'Events API access token',
    help: 'Events Manager > your pixel > Settings > Generate access token. Without one the connection’s own access is used, which has to include the permission for events.',
  },
  eventNames: ['CompletePayment', 'Purchase'],
  deduplication:
    'If the pixel on the website reports purchases too, it has to use the same event name and send the order’s number as event_id. TikTok then counts what arrives within 48 hours once: the first one, with what the second one adds to it.',
  corrections: 'none',
  correctionNote:
    'TikTok has no way to take back or change a purchase, so nothing is sent for refunds, and an order that is edited later keeps the value it was sent with.',
  mostDays,
  fixture: 'code',
  trialNote:
    'Events Manager > your pixel > Test events shows a code such as TEST12345. Events with it are shown there and counted nowhere.',
  keys: {
    email: { kind: 'email', label: 'email address' },
    phone: { kind: 'phone', label: 'phone number' },
    external_id: { kind: 'customerId', label: 'customer number' },
    ttclid: { kind: 'click', label: 'click' },
    ttp: { kind: 'browserId', label: 'browser ID' },
    user_agent: { kind: 'browser', label: 'browser' },
  },
  ownWord:
    'TikTok answers that it took an order, not what it made of it. Its own score (event match quality) and its diagnostics are in Events Manager under your pixel; this interface does not tell them.',
  onceForHours: 48,
  listDestinations,
  lacks: (settings, { token }) =>
    token === '' && !(settings.accessToken || settings.token)
      ? 'There is no connected TikTok account whose access could be used. Enter an Events API access token.'
      : undefined,
  send,
}

async function listDestinations(ctx: ConnectorContext) {
  const api = openApi(ctx)
  const found = new Map<string, string>()
  for (const account of ctx.accounts ?? []) {
    for (let page = 1; ; page += 1) {
      const { pixels, page_info: info } = await api.ask({
        what: 'pixels',
        path: 'pixel/list/',
        query: { advertiser_id: account.id, page: String(page), page_size: '20' },
        advertiser: account,
      })
      for (const pixel of rowsOf(pixels)) {
        const code = textOf(pixel.pixel_code)
        if (code !== '') found.set(code, `${textOf(pixel.pixel_name) || code} · ${account.name}`)
      }
      const [about] = rowsOf([info])
      if (page >= Number(about?.total_page ?? 1)) break
    }
  }
  return [...found].map(([id, label]) => ({ id, label }))
}

async function send(ctx: ConnectorContext, request: ConversionRequest): Promise<ConversionOutcome[]> {
  const now = ctx.clock.now()
  return await sendInHalves(request.events, {
    most: mostEvents,
    keysOf: tiktokKeys,
    whyUseless: (event) => whyUseless(event, now),
    request: async (part) => await post(ctx, { ...request, events: part }),
    isAboutEvent,
  })
}

function whyUseless(event: PurchaseEvent, now: Date): string | undefined {
  if (ageInDays(event, now) > mostDays) {
    return `The order is older than ${mostDays} days: TikTok would not find the click behind it any more.`
  }
  return isTellingToTikTok(event) ? undefined : findsNobody('TikTok')
}

async function post(ctx: ConnectorContext, { setup, events, test }: ConversionRequest) {
  try {
    await openApi(withAccess(ctx, setup)).ask({
      what: 'orders sent to it',
      path: 'event/track/',
      body: {
        event_source: 'web',
        event_source_id: setup.destination,
        ...(test ? { test_event_code: test } : {}),
        partner_name: 'Tillsight',
        data: events.map((event) => toTikTokEvent(event, setup.eventName)),
      },
    })
    return { answer: 'OK' }
  } catch (error) {
    throw isConnectorError(error) ? inWordsOfSending(error.failure, setup) : error
  }
}

function withAccess(ctx: ConnectorContext, { token }: ConversionSetup): ConnectorContext {
  return token === '' ? ctx : { ...ctx, settings: { ...ctx.settings, token } }
}

/** Whether the failure is about an invalid value in an event; the message names the event, if TikTok identifies it. */
function isAboutEvent({ kind, platformCode = '', message }: ConnectorFailure): boolean {
  return kind === 'bad_request' && (platformCode === '40002' || platformCode === '40000') && !isAboutPixel(message)
}

function isAboutPixel(message: string): boolean {
  return /event_source_id|pixel/i.test(message)
}

function inWordsOfSending(failure: ConnectorFailure, { token, destination }: ConversionSetup): ConnectorError {
  const { kind, message } = failure
  if (kind === 'bad_request' && isAboutPixel(message)) {
    return new ConnectorError({
      ...failure,
      kind: 'permission',
      message: `TikTok does not know the pixel ${destination}, or the access is for another one. Copy the pixel’s code again from Events Manager.`,
    })
  }
  if (kind === 'permission' || (kind === 'reauth' && token !== '')) {
    return new ConnectorError({
      ...failure,
      kind: 'permission',
      message:
        token === ''
          ? `TikTok does not let this connection send to pixel ${destination}. Generate an access token in Events Manager (your pixel > Settings) and enter it here.`
          : `TikTok does not accept the access token for pixel ${destination}: it was replaced, or belongs to another pixel. Generate a new one in Events Manager and enter it here.`,
    })
  }
  if (isAboutEvent(failure)) {
    const said = /\(([^()]*)\)/.exec(message)?.[1] ?? message
    return new ConnectorError({ ...failure, message: `TikTok did not accept what is in the order (${said}).` })
  }
  return new ConnectorError({ ...failure, message: message.replaceAll('reading goes on', 'sending goes on') })
}
