import { clickIdOf, cutSessions, sessionPause, type VisitEvent } from '@tillsight/attribution'
import { addDays, parseDay } from '@tillsight/core/days'
import { utcDay } from '../events/event-rows.ts'
import type { StoredTouch } from './touch-rows.ts'

/** From and to when something is new, both ends included; milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Everything a visitor ever did. */
export const ever: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Days (UTC) whose events are read for what is new in a span: those of the span and one around it. */
export function daysAround({ from, to }: Span): string[] {
  const last = addDays(parseDay(utcDay(to)), 1)
  const days: string[] = []
  for (let day = addDays(parseDay(utcDay(from)), -1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Part of a visitor's events that can be derived anew without the rest. */
export interface Affected {
  /** The sessions that something new is in: touches at these instants are replaced. */
  readonly range: Span
  readonly events: readonly VisitEvent[]
  /** Click ids that the visitor brought before. */
  readonly earlierClicks: ReadonlySet<string>
}

/** What is known of a visitor when something new has come. */
export interface Known {
  readonly events: readonly VisitEvent[]
  readonly touches: readonly StoredTouch[]
  readonly hasBought: boolean
}

/**
 * Finds the sessions that something new in `span` is part of. Undefined where more than these has to be looked at: a
 * session goes on beyond the days that were read, a click turns out to have been seen earlier than its touch says, or an
 * order shows that older touches are no bot's.
 */
export function findAffected(span: Span, { events, touches, hasBought }: Known): Affected | undefined {
  const sessions = cutSessions(events).filter(({ events: own }) => touchesSpan(own, span))
  const first = sessions[0]?.events[0]
  const last = sessions.at(-1)?.events.at(-1)
  const range = { from: Math.min(first?.at ?? span.from, span.from), to: Math.max(last?.at ?? span.to, span.to) }
  const days = daysAround(span)
  const edges = { from: startOf(days[0]) + sessionPause, to: startOf(days.at(-1)) + 86_400_000 - sessionPause }
  if (range.from <= edges.from || range.to >= edges.to) return undefined
  const affected = sessions.flatMap((session) => session.events)
  const clicks = new Set(affected.flatMap(({ url }) => clickIdOf(url) || []))
  const isLater = ({ ms, url }: StoredTouch) => ms > range.to && clicks.has(clickIdOf(url))
  const isDoubted = ({ ms, bot }: StoredTouch) => hasBought && bot !== 'no' && !isWithin(ms, range)
  if (touches.some((touch) => isLater(touch) || isDoubted(touch))) return undefined
  const before = touches.filter(({ ms }) => ms < range.from).flatMap(({ click_id }) => click_id || [])
  return { range, events: affected, earlierClicks: new Set(before) }
}

/** Whether an instant lies in a span. */
export function isWithin(at: number, { from, to }: Span): boolean {
  return at >= from && at <= to
}

function touchesSpan(events: readonly VisitEvent[], { from, to }: Span): boolean {
  return (events[0]?.at ?? 0) <= to && (events.at(-1)?.at ?? 0) >= from
}

function startOf(day: string | undefined): number {
  return Date.parse(`${day}T00:00:00Z`)
}
