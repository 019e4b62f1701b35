import { clickIds, readParameters } from '../classify/index.ts'
import type { VisitEvent } from './sessions.ts'

/** Whether a machine made something, and by which kinds of signals, sorted; a verdict may stand without them. */
export interface Judgement {
  readonly bot: VisitEvent['bot']
  readonly botReasons: readonly string[]
}

/** What only the events of many visitors together show: the names of crowds and clicks that machines made. */
export interface SharedSigns {
  /** Of {@link crowdOf}. */
  readonly crowds: ReadonlySet<string>
  /** Of {@link sharedClickOf}. */
  readonly clicks: ReadonlySet<string>
}

/** Visitors of one network are counted by these parts of the clock, in milliseconds. */
export const crowdSlot = 600_000

const speedViews = 10
const speedMs = 5_000

/** Names the network and the slot that a page was seen in; empty for what is no view of a page, or of no network. */
export function crowdOf({ name, network, at }: Pick<VisitEvent, 'name' | 'network' | 'at'>): string {
  if (network === '' || name !== 'page_view') return ''
  return `${Math.floor(at / crowdSlot)} ${network}`
}

/** Names the click of an ad that an event brought, and its day (UTC); empty without. */
export function sharedClickOf({ url, at }: Pick<VisitEvent, 'url' | 'at'>): string {
  const click = adClickOf(url)
  return click === '' ? '' : `${new Date(at).toISOString().slice(0, 10)} ${click}`
}

/** Google gives one of these to many clicks at once. */
const isOfMany = (parameter: string) => parameter === 'gbraid' || parameter === 'wbraid'
const ofOneClick = clickIds.filter(({ kind, parameter }) => kind === 'paid' && !isOfMany(parameter))

/**
 * The id of the one click on an ad that an address is of; empty without. Ids that stand on links of any kind are none: those are
 * passed on by people all the time.
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
 * Judges a session by everything that is known of it: what its requests showed, how fast its pages followed each other, and what
 * it has in common with other visitors. Two kinds of signals make a bot, one a suspect (attribution.md §21).
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

/** Whether a script told of it: what fetches pages without running them tells nothing. */
export function isByScript({ source }: VisitEvent): boolean {
  return source !== 'server' && source !== 'picture'
}

/** More pages than anybody opens. What a browser fetched ahead nobody opened, and a server's clock may be a coarse one. */
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
  // Whoever saw more than one page only shares an address with the machine.
  return [...views.values()].includes(1)
}
