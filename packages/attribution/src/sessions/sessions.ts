import type { VisitedPage } from './visit.ts'

/** Something that a visitor did on a page. */
export interface VisitEvent extends VisitedPage {
  readonly eventId: string
  /** Milliseconds of Unix time. */
  readonly at: number
  readonly name: string
  /** `server` for what the shop's own server told, `picture` for what a page without scripts did. */
  readonly source: string
  /** What its request alone showed, and by which kinds of signals. */
  readonly bot: 'no' | 'suspect' | 'bot'
  readonly botReasons: readonly string[]
  /** The network that it came from, cut; empty where it may not be known. */
  readonly network: string
}

/** A visit: events with at most half an hour between them. */
export interface Session {
  /** The oldest first. */
  readonly events: readonly VisitEvent[]
}

/** The longest pause within a session, in milliseconds. */
export const sessionPause = 30 * 60_000

/**
 * Cuts what one visitor did into sessions, in whatever order it is told; an event that is told twice counts once. What
 * has no address took place on no page, so it neither begins a session nor keeps one going. Midnight ends none.
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

/** The events of a session that can make touches: the one that it begins with, and views of pages. */
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
