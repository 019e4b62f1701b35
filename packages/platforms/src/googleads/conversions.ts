import type { AdAccount } from '../ad-records.ts'
import type { ConnectorContext } from '../contract.ts'
import {
  ageInDays,
  type ConversionDestination,
  type ConversionOutcome,
  type ConversionReceipt,
  type ConversionRequest,
  type ConversionsSpec,
  findsNobody,
  type PurchaseEvent,
  sendInHalves,
} from '../conversions/index.ts'
import { openClient } from './client.ts'
import { googleKeys, toGoogleEvent } from './conversion-body.ts'
import { callDataManager, dataManagerScope, eventCode } from './data-manager.ts'
import { conversionActionsQuery } from './queries.ts'
import { dashed, idAt, isRow, type Row, textAt, valueAt } from './values.ts'

const mostEvents = 1_000
const mostDays = 90
/** The conversion action types that accept orders from a server, with Google's names for them. */
const takingTypes: Readonly<Record<string, string>> = { UPLOAD_CLICKS: 'imported', WEBPAGE: 'website' }

/** Sends orders to Google. */
export const conversions: ConversionsSpec = {
  api: 'Data Manager API',
  documentation: 'https://developers.google.com/data-manager/api/devguides/events/google-ads/offline',
  destination: {
    label: 'Conversion action',
    help: 'Account and action as numbers, 1234567890/987654321, with the manager through which the login reaches the account behind it, if any. Google Ads > Goals > Summary: an action for purchases that imports conversions from clicks, or the website’s own.',
    pattern: /^\d{10}\/\d{1,20}(?:\/\d{10})?$/,
    example: '1234567890/987654321',
  },
  eventNames: ['Purchase'],
  deduplication:
    'Google counts one conversion for each transaction ID of a conversion action. Into the website’s own action the tag has to send the order’s number as transaction_id; into an action of its own, that action must not be primary beside the website’s, or every order is counted twice.',
  corrections: 'restate',
  correctionNote:
    'When a refund or an edit changes what an order came to, its new value is sent with the same transaction ID and takes the place of the first one; nothing is counted twice. An order that was paid back whole stays a conversion, worth 0: this interface has no way to take one back.',
  mostDays,
  fixture: 'dry_run',
  trialNote: 'Google checks a made-up order and stores nothing. It says whether access, action and form are right.',
  keys: {
    gclid: { kind: 'click', label: 'click' },
    gbraid: { kind: 'click', label: 'click (app)' },
    wbraid: { kind: 'click', label: 'click (web)' },
    emailAddress: { kind: 'email', label: 'email address' },
    phoneNumber: { kind: 'phone', label: 'phone number' },
  },
  ownWord:
    'Google says about an hour after an order was sent whether it could use it; that stands in the log. How many it matched is in Google Ads under Goals > Summary > the action > Diagnostics; this interface does not tell it.',
  onceForHours: null,
  listDestinations,
  lacks,
  send,
  confirm,
}

/** The scopes of a pasted token are known once it has been used. */
function lacks(settings: Readonly<Record<string, string>>): string | undefined {
  const { grantedScopes = '', token, refreshToken } = settings
  if (!token && !refreshToken) return 'Connect Google Ads first: orders are sent with the access of that connection.'
  if (grantedScopes === '' || grantedScopes.split(' ').includes(dataManagerScope)) return undefined
  return 'This connection may read Google Ads, but not tell Google of orders: that permission (datamanager) was not given. Set GOOGLE_ADS_SEND_CONVERSIONS=1 for this installation, connect Google Ads again, and leave both boxes ticked.'
}

async function listDestinations(ctx: ConnectorContext): Promise<ConversionDestination[]> {
  const client = openClient(ctx)
  const found: ConversionDestination[] = []
  for (const account of ctx.accounts ?? []) {
    const rows = await client.query({ account: account.id, via: account.via }, conversionActionsQuery)
    for (const row of rows) if (takesOrders(row)) found.push(toDestination(row, account))
  }
  return found
}

function takesOrders(row: Row): boolean {
  return (
    textAt(row, 'conversionAction.status') === 'ENABLED' &&
    textAt(row, 'conversionAction.category') === 'PURCHASE' &&
    takingTypes[textAt(row, 'conversionAction.type')] !== undefined
  )
}

function toDestination(row: Row, account: AdAccount): ConversionDestination {
  const owner = /^customers\/(\d+)$/.exec(textAt(row, 'conversionAction.ownerCustomer'))?.[1] ?? account.id
  const action = idAt(row, 'conversionAction.id')
  const kind = takingTypes[textAt(row, 'conversionAction.type')] ?? ''
  const place = owner === account.id ? account.name : dashed(owner)
  return {
    id: [owner, action, ...(account.via === null || account.via === owner ? [] : [account.via])].join('/'),
    label: `${textAt(row, 'conversionAction.name')} (${kind}) · ${place}`,
  }
}

async function send(ctx: ConnectorContext, request: ConversionRequest): Promise<ConversionOutcome[]> {
  const now = ctx.clock.now()
  return await sendInHalves(request.events, {
    most: mostEvents,
    keysOf: googleKeys,
    whyUseless: (event) => whyUseless(event, now),
    request: async (part) => await ingest(ctx, { ...request, events: part }),
    isAboutEvent: ({ platformCode = '' }) => platformCode.startsWith(eventCode),
  })
}

function whyUseless(event: PurchaseEvent, now: Date): string | undefined {
  if (ageInDays(event, now) > mostDays) {
    return `The order is older than ${mostDays} days: no conversion action looks further back.`
  }
  return googleKeys(event).length > 0 ? undefined : findsNobody('Google')
}

async function ingest(ctx: ConnectorContext, { setup, events, test }: ConversionRequest) {
  const [account = '', action = '', login] = setup.destination.split('/')
  const body = {
    destinations: [
      {
        reference: 'orders',
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: account },
        ...(login ? { loginAccount: { accountType: 'GOOGLE_ADS', accountId: login } } : {}),
        productDestinationId: action,
      },
    ],
    events: events.map(toGoogleEvent),
    encoding: 'HEX',
    validateOnly: test !== undefined,
  }
  const response = await callDataManager(ctx, { path: 'events:ingest', body, what: 'orders sent to it' })
  const receipt = textAt(response, 'requestId')
  return {
    answer: `Accepted${receipt === '' ? '' : `, request ${receipt.slice(0, 60)}`}`,
    ...(receipt ? { receipt } : {}),
  }
}

const stillOpen = new Set(['PROCESSING', 'REQUEST_STATUS_UNKNOWN', ''])

async function confirm(ctx: ConnectorContext, receipt: string): Promise<ConversionReceipt> {
  const path = `requestStatus:retrieve?${new URLSearchParams({ requestId: receipt })}`
  const response = await callDataManager(ctx, { path, what: 'orders sent earlier' })
  const listed = valueAt(response, 'requestStatusPerDestination')
  const [status] = (Array.isArray(listed) ? listed : []).filter(isRow)
  const word = status ? textAt(status, 'requestStatus') : ''
  if (status === undefined || stillOpen.has(word)) return { kind: 'processing' }
  const reasons = reasonsOf(status)
  if (word === 'SUCCESS') return { kind: 'counted', answer: 'Processed' }
  if (word === 'PARTIAL_SUCCESS') return { kind: 'counted', answer: `Processed in part: ${reasons}` }
  return { kind: 'failed', message: `Google took the request and could not use it: ${reasons}.` }
}

/** `INVALID_EMAIL (2)`; the most frequent first, as Google lists them. */
function reasonsOf(status: Row): string {
  const errors = valueAt(status, 'errorInfo.errorCounts')
  const texts = (Array.isArray(errors) ? errors : []).filter(isRow).map((entry) => {
    const reason = textAt(entry, 'reason').replace(/^PROCESSING_ERROR_REASON_/, '')
    const count = valueAt(entry, 'recordCount')
    return `${reason}${typeof count === 'string' || typeof count === 'number' ? ` (${count})` : ''}`
  })
  return texts.length === 0 ? 'no reason was given' : texts.slice(0, 5).join(', ').slice(0, 300)
}
