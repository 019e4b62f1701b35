import { clickIds, readParameters } from '../classify/index.ts'
import type { VisitEvent } from './sessions.ts'

/** The bot verdict, with the kinds of signals behind it, sorted; a verdict can have none. */
export interface Judgement {
  readonly bot: VisitEvent['bot']
  readonly botReasons: readonly string[]
}

/** Signals that only show across many visitors: crowds, and ad clicks made by machines. */
export interface SharedSigns {
  /** Keys from {@link crowdOf}. */
  readonly crowds: ReadonlySet<string>
  /** Keys from {@link sharedClickOf}. */
  readonly clicks: ReadonlySet<string>
}

/** Visitors of one network are counted in time slots of this many milliseconds. */
export const crowdSlot = 600_000

const speedViews = 10
const speedMs = 5_000

/** Key of the network and time slot of a page view; empty for other events or without a network. */
export function crowdOf({ name, network, at }: Pick<VisitEvent, 'name' | 'network' | 'at'>): string {
  if (network === '' || name !== 'page_view') return ''
  return `${Math.floor(at / crowdSlot)} ${network}`
}

/** Key of the ad click that an event carries and its day (UTC); empty without one. */
export function sharedClickOf({ url, at }: Pick<VisitEvent, 'url' | 'at'>): string {
  const click = adClickOf(url)
  return click === '' ? '' : `${new Date(at).toISOString().slice(0, 10)} ${click}`
}

/** Google sets the same value of these on many clicks. */
const isOfMany = (parameter: string) => parameter === 'gbraid' || parameter === 'wbraid'
const ofOneClick = clickIds.filter(({ kind, parameter }) => kind === 'paid' && !isOfMany(parameter))

/**
 * The id of the single ad click in an address; empty without. Click ids that are set on links of any kind do not count:
 * people pass those on all the time.
 */
export function adClickOf(url: string): string {
  if (!url.includes('?')) return ''
  const parameters = readParameters(url)
  for (const { parameter } of ofOneClick) {
    const click = parameters.get(parameter)?.trim() ?? ''
    if (click !== '') return click
  }
  return ''
}

/**
 * Judges a session by all signals: those of its requests, the pace of its page views, and what it shares with other visitors.
 * Two kinds of signals make it a bot, one a suspect (attribution.md §21).
 */
export function judgeSession(events: readonly VisitEvent[], shared: SharedSigns): Judgement {
  const kinds = new Set(events.flatMap(({ botReasons }) => botReasons))
  if (isTooFast(events)) kinds.add('speed')
  if (isOfCrowd(events, shared.crowds)) kinds.add('crowd')
  if (shared.clicks.size > 0 && events.some((event) => shared.clicks.has(sharedClickOf(event))))
    kinds.add('shared_click')
  const botReasons = [...kinds].toSorted()
  if (kinds.size > 1 || events.some(({ bot }) => bot === 'bot')) return { bot: 'bot', botReasons }
  return { bot: kinds.size > 0 || events.some(({ bot }) => bot === 'suspect') ? 'suspect' : 'no', botReasons }
}

/** Whether a script sent the event: crawlers that fetch pages without running them send none. */
export function isByScript({ source }: VisitEvent): boolean {
  return source !== 'server' && source !== 'picture'
}

/**
 * More page views than a person could open. Pages that a browser prefetched do not count, and a server's timestamps may be
 * coarse.
 */
function isTooFast(events: readonly VisitEvent[]): boolean {
  const views = events.filter(
    ({ name, source, botReasons }) => name === 'page_view' && source !== 'server' && !botReasons.includes('prefetch'),
  )
  return views.some((view, place) => {
    const last = views[place + speedViews - 1]
    return last !== undefined && last.at - view.at <= speedMs
  })
}

function isOfCrowd(events: readonly VisitEvent[], crowds: ReadonlySet<string>): boolean {
  if (crowds.size === 0) return false
  const views = new Map<string, number>()
  for (const event of events) {
    const crowd = crowdOf(event)
    if (crowds.has(crowd)) views.set(crowd, (views.get(crowd) ?? 0) + 1)
  }
  // Visitors who viewed more than one page only share an address with the machine.
  return [...views.values()].includes(1)
}
