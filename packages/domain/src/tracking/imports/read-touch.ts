import { nameOf, readVisit, type VisitRules } from '@tillsight/attribution'
import type { LocalTimes } from '@tillsight/core'
import { adPlatforms } from '@tillsight/platforms'
import { cleanReferrer, cleanUrl } from '@tillsight/tracking'
import type { Joinable } from '../touches/join-ads.ts'
import type { StoredTouch } from '../touches/touch-rows.ts'
import type { ColumnProblem, TouchColumn, TypedTouch } from './columns.ts'

/** Context for parsing rows. */
export interface TouchFileContext {
  readonly rules: VisitRules
  readonly times: LocalTimes
  /** Milliseconds of Unix time; later touches are refused. */
  readonly now: number
  /** Keyed hash of an identifier such as `email:…`. */
  readonly hash: (text: string) => string
}

/** The touch of a row, without its ad, and its person. */
export interface ReadTouch {
  readonly touch: StoredTouch
  readonly said: Joinable
  /** Identify the person on the touch's device at its time; empty if the row names nobody. */
  readonly identifiers: readonly string[]
  /** The order that was placed on the device; empty where the row names none. */
  readonly orderId: string
}

const earliest = Date.UTC(2000, 0, 1)
const longest = 500
const kinds = ['click', 'view', 'engaged_view'] as const
const platformNames: Readonly<Record<string, string>> = Object.fromEntries(
  adPlatforms.flatMap(({ id, visits: { name, otherNames = [] } }) => [id, ...otherNames].map((other) => [other, name])),
)
const words: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
}
const paidChannels = /^paid_|^(?:display|cross_network|other_paid)$/

/** Parses a row and collects all its problems; there is a touch only if there are none. */
export function readTouch(
  typed: TypedTouch,
  context: TouchFileContext,
): { readonly read?: ReadTouch; readonly problems: readonly ColumnProblem[] } {
  const problems: ColumnProblem[] = []
  const refuse = (field: TouchColumn, problem: string, remedy: string): void => {
    problems.push({ field, problem, remedy })
  }
  for (const [field, value] of Object.entries(typed)) {
    const limit = field === 'url' || field === 'referrer' ? 4_000 : longest
    // The names are those of the columns: the caller built the object from them.
    if (value.length > limit) refuse(field as TouchColumn, `It has more than ${limit} characters.`, 'Shorten it.')
  }
  const at = readInstant(typed.at, context, refuse)
  const kind = readKind(typed.kind, refuse)
  const who = readWho(typed, context, refuse)
  const what = readWhat(typed, { kind, rules: context.rules }, refuse)
  if (problems.length > 0 || at === undefined || !what) return { problems }
  const touch: StoredTouch = {
    ...what.touch,
    ...emptyJoin,
    visitor_id: who.visitor,
    ms: at,
    touch_id: typed.touch_id === '' ? nameOf('import', JSON.stringify(typed)) : nameOf('import', 'id', typed.touch_id),
    session_id: '',
    kind,
    order_id: who.visitor === '' ? typed.order_id : '',
    origin: 'import',
    bot: 'no',
    bot_reasons: [],
  }
  return { read: { touch, said: what.said, identifiers: who.identifiers, orderId: typed.order_id }, problems }
}

type Refuse = (field: TouchColumn, problem: string, remedy: string) => void

const emptyJoin = { account_id: '', joined: 'none' } as const

function readInstant(text: string, { times, now }: TouchFileContext, refuse: Refuse): number | undefined {
  const at = /^\d{12,14}$/.test(text) ? Number(text) : times.toEpochMs(text)
  const remedy = 'Write it like 2026-03-31 18:05, 2026-03-31T18:05:00Z, or as milliseconds since 1970.'
  if (at === undefined) refuse('at', text === '' ? 'The time is missing.' : 'This is no time.', remedy)
  else if (at < earliest) refuse('at', 'It lies before the year 2000.', remedy)
  else if (at > now) refuse('at', 'It lies in the future.', 'Check the year and the time zone.')
  return at
}

function readKind(text: string, refuse: Refuse): (typeof kinds)[number] {
  const word = text.toLowerCase()
  const kind = kinds.find((known) => known === word)
  if (kind === undefined && word !== '')
    refuse('kind', 'This word is not known here.', `Use one of: ${kinds.join(', ')}.`)
  return kind ?? 'click'
}

/** A separate device if only the person is known; none if only an order is known. */
function readWho(typed: TypedTouch, { hash }: TouchFileContext, refuse: Refuse) {
  const { visitor, email, customer_id: customer, order_id: order } = typed
  const address = email.trim().normalize('NFKC').toLowerCase()
  if (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(address))
    refuse('email', 'This is no email address.', 'Write one such as ida@example.net, or leave it empty.')
  if ([visitor, email, customer, order].every((value) => value === ''))
    refuse('visitor', 'Nobody is named.', 'Fill visitor, email, customer_id or order_id.')
  const identifiers = [
    ...(customer === '' ? [] : [hash(`id:${customer}`)]),
    ...(email === '' ? [] : [hash(`email:${address}`)]),
  ]
  if (visitor !== '') {
    const isOurs = /^[0-9a-f]{32}$/.test(visitor)
    return { visitor: isOurs ? visitor : nameOf('import', 'visitor', visitor), identifiers }
  }
  const [first] = identifiers
  return { visitor: first === undefined ? '' : nameOf('import', 'person', first), identifiers }
}

interface How {
  readonly kind: (typeof kinds)[number]
  readonly rules: VisitRules
}

function readWhat(typed: TypedTouch, how: How, refuse: Refuse) {
  return typed.channel === '' ? readAddress(typed, how, refuse) : readReported(typed, how, refuse)
}

/** Reads a row that states its channel. */
function readReported(typed: TypedTouch, { kind }: How, refuse: Refuse) {
  const channel = typed.channel.toLowerCase().replaceAll(/[\s-]+/g, '_')
  if (!/^[a-z0-9][a-z0-9_]{0,39}$/.test(channel))
    refuse('channel', 'This is no channel.', 'Write one such as paid_social: letters, digits and _, 40 at most.')
  const told = words[typed.paid.toLowerCase()]
  if (typed.paid !== '' && told === undefined) refuse('paid', 'This is neither yes nor no.', 'Write yes or no.')
  const paid = told ?? paidChannels.test(channel)
  const { url, referrer } = addresses(typed)
  const evidence = kind === 'click' ? 'import' : 'platform_view'
  return assemble(typed, {
    channel,
    paid,
    platform: platformOf(typed.platform),
    evidence,
    url,
    referrer,
    isCustom: true,
  })
}

/** Reads a row without a channel: its address decides, as for any visit. */
function readAddress(typed: TypedTouch, { rules }: How, refuse: Refuse) {
  const { url, referrer } = addresses(typed)
  if (typed.url !== '' && url === '')
    refuse('url', 'This is no web address.', 'Write one such as https://shop.example/a.')
  if (typed.url === '' && typed.referrer === '') {
    refuse('channel', 'Nothing says what it was.', 'Fill channel, or url with or without referrer.')
    return undefined
  }
  const visit = readVisit({ url, referrer }, rules)
  if (visit.newTouch) {
    const { channel, paid, evidence, isCustom } = visit
    const platform = typed.platform === '' ? visit.platform : platformOf(typed.platform)
    return assemble(typed, { channel, paid, platform, evidence, url, referrer, isCustom }, visit)
  }
  refuse(
    'referrer',
    'It only came back from the shop itself, a payment page or a log-in, which is no touch.',
    'Leave the row out.',
  )
  return undefined
}

interface Reported {
  readonly channel: string
  readonly paid: boolean
  readonly platform: string
  readonly evidence: StoredTouch['evidence']
  readonly url: string
  readonly referrer: string
  readonly isCustom: boolean
}

const nothingRead = {
  source: '',
  medium: '',
  campaign: '',
  content: '',
  term: '',
  clickId: '',
  campaignId: '',
  adSetId: '',
  adId: '',
}

/** Values of columns take precedence over the address. */
function assemble(typed: TypedTouch, reported: Reported, visit: typeof nothingRead = nothingRead) {
  const { channel, paid, platform, isCustom, ...rest } = reported
  const said: Joinable = {
    channel,
    paid,
    platform,
    isCustom,
    campaign: typed.campaign || visit.campaign,
    clickId: typed.click_id || visit.clickId,
    campaignId: typed.campaign_id || visit.campaignId,
    adSetId: typed.ad_set_id || visit.adSetId,
    adId: typed.ad_id || visit.adId,
  }
  const touch = {
    ...rest,
    channel,
    channel_rule: channel,
    paid: paid ? 1 : 0,
    platform,
    campaign_id: said.campaignId,
    ad_set_id: said.adSetId,
    ad_id: said.adId,
    source: typed.source || visit.source,
    medium: typed.medium || visit.medium,
    campaign: said.campaign,
    content: typed.content || visit.content,
    term: typed.term || visit.term,
    click_id: said.clickId,
  }
  return { said, touch }
}

function addresses({ url, referrer }: TypedTouch) {
  return { url: url === '' ? '' : cleanUrl(url, true), referrer: referrer === '' ? '' : cleanReferrer(referrer) }
}

function platformOf(text: string): string {
  const name = text.toLowerCase()
  return platformNames[name] ?? name
}
