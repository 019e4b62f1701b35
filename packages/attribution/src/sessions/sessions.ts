import type { VisitedPage } from './visit.ts'

/** An event of a visitor on a page. */
export interface VisitEvent extends VisitedPage {
  readonly eventId: string
  /** Milliseconds of Unix time. */
  readonly at: number
  readonly name: string
  /** `server` for events from the shop's own server, `picture` for those of the tracking image on pages without scripts. */
  readonly source: string
  /** The bot verdict of the request alone, with its kinds of signals. */
  readonly bot: 'no' | 'suspect' | 'bot'
  readonly botReasons: readonly string[]
  /** The truncated network address; empty where it may not be stored. */
  readonly network: string
}

/** A visit: events with pauses of at most half an hour. */
export interface Session {
  /** The oldest first. */
  readonly events: readonly VisitEvent[]
}

/** The longest pause within a session, in milliseconds. */
export const sessionPause = 30 * 60_000

/**
 * Cuts a visitor's events, in any order, into sessions; duplicate events count once. Events without an address happened on no
 * page: they neither start a session nor keep one alive. Midnight does not end a session.
 */
export function cutSessions(events: readonly VisitEvent[]): readonly Session[] {
  const sessions: VisitEvent[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const event of inOrder(events)) {
    const current = sessions.at(-1)
    if (current && event.at - last <= sessionPause) current.push(event)
    else sessions.push([event])
    last = event.at
  }
  return sessions.map((own) => ({ events: own }))
}

/** The events of a session that can become touches: its first event, and page views. */
export function landingsOf({ events }: Session): readonly VisitEvent[] {
  return events.filter((event, place) => place === 0 || event.name === 'page_view')
}

function inOrder(events: readonly VisitEvent[]): readonly VisitEvent[] {
  const sorted = events
    .filter(({ url }) => url !== '')
    .toSorted((one, other) => one.at - other.at || compare(one.eventId, other.eventId))
  const seen = new Set<string>()
  return sorted.filter(({ eventId }) => !seen.has(eventId) && seen.add(eventId))
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
