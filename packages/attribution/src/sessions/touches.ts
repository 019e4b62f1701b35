import { hash } from 'node:crypto'
import { isByScript, type Judgement, judgeSession, type SharedSigns } from './machine-signs.ts'
import { cutSessions, landingsOf, type Session, sessionPause, type VisitEvent } from './sessions.ts'
import { readVisit, type Visit, type VisitRules } from './visit.ts'

/** A touch as derived from its visitor's events, before ads are looked up. */
export interface TouchDraft extends Omit<Visit, 'newTouch' | 'signature' | 'isMail'>, Judgement {
  /** Deterministic: stays the same when touches are derived again. */
  readonly touchId: string
  readonly sessionId: string
  readonly at: number
  readonly url: string
  readonly referrer: string
  readonly origin: 'pixel' | 'server'
}

/** Context beyond the given events. */
export interface TouchContext {
  readonly visitor: string
  readonly rules: VisitRules
  /** The visitor who first brought each click id; for ids not listed, the current visitor. */
  readonly firstVisitorOf: ReadonlyMap<string, string>
  /** Click ids of this visitor's touches before the given events. */
  readonly earlierClicks?: ReadonlySet<string> | undefined
  /** Whether an order was placed on this device: its visitor is then never judged a bot. */
  readonly hasBought: boolean
  /** Signals across many visitors; none if absent. */
  readonly shared?: SharedSigns | undefined
}

/**
 * The touches of one visitor, oldest first (attribution.md §2): the first event of each session makes a touch, later events
 * only with a new signature. One click is one touch, however often its page is reloaded. The order and repetition of events
 * make no difference.
 */
export function deriveTouches(events: readonly VisitEvent[], context: TouchContext): TouchDraft[] {
  const known: Known = { clicks: new Set(context.earlierClicks), signatures: new Map() }
  return cutSessions(events).flatMap((session) => touchesOf(session, context, known))
}

/** A deterministic id, unique to its parts. */
export function nameOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n')).slice(0, 32)
}

/** What the visitor's earlier events have brought. */
interface Known {
  readonly clicks: Set<string>
  /** When each signature was last seen. */
  readonly signatures: Map<string, number>
}

function touchesOf(visited: Session, context: TouchContext, known: Known): TouchDraft[] {
  const { events } = visited
  const [first] = events
  if (!first) return []
  const { visitor, rules, firstVisitorOf } = context
  const isForeign = (clickId: string): boolean => (firstVisitorOf.get(clickId) ?? visitor) !== visitor
  const session = { sessionId: nameOf(visitor, 'session', first.eventId), ...verdictOf(events, context) }
  const isProven = events.some(isProof)
  const touches: TouchDraft[] = []
  for (const event of landingsOf(visited)) {
    const { newTouch, signature, isMail, ...visit } = readVisit(event, rules, isForeign)
    if (!newTouch || (!isProven && isOnlyLetter(isMail, visit))) continue
    const isNew = isNews(event.at, { clickId: visit.clickId, signature }, known)
    const isLate = event !== first && (visit.channel === 'direct' || (visit.clickId === '' && signature === ''))
    if (!isNew || isLate) continue
    touches.push({ ...visit, ...session, ...placeOf(event, visitor, visit.clickId) })
  }
  return touches
}

/** Time, address and id of a touch; the id is derived from its click, so that reloads do not change it. */
function placeOf({ eventId, source, at, url, referrer }: VisitEvent, visitor: string, clickId: string) {
  const own = clickId === '' ? ['event', eventId] : ['click', clickId]
  const origin: TouchDraft['origin'] = source === 'server' ? 'server' : 'pixel'
  return { touchId: nameOf(visitor, ...own), at, url, referrer, origin }
}

/** A visit from an e-mail without a click id. */
function isOnlyLetter(isMail: boolean, { clickId }: Pick<Visit, 'clickId'>): boolean {
  return isMail && clickId === ''
}

/**
 * Records what a visit brought and returns whether it is new: a click id counts once ever, a signature again after half an
 * hour.
 */
function isNews(at: number, { clickId, signature }: Pick<Visit, 'clickId' | 'signature'>, known: Known): boolean {
  const before = signature === '' ? undefined : known.signatures.get(signature)
  // The referring site of an ad click says nothing about the next visit from that site.
  if (signature !== '' && !(clickId !== '' && signature.startsWith('from '))) known.signatures.set(signature, at)
  if (clickId !== '') {
    const isFirst = !known.clicks.has(clickId)
    known.clicks.add(clickId)
    return isFirst
  }
  return before === undefined || at - before > sessionPause
}

/** Link scanners open an e-mail's links seconds after delivery, but run no script and do nothing in the shop. */
function isProof(event: VisitEvent): boolean {
  return isByScript(event) || !pageNames.has(event.name)
}

const pageNames = new Set(['page_view', 'product_view'])
const nothingShared: SharedSigns = { crowds: new Set(), clicks: new Set() }

/** All touches of a session get the same verdict; a buyer is never a bot. */
function verdictOf(events: readonly VisitEvent[], { hasBought, shared = nothingShared }: TouchContext): Judgement {
  return hasBought ? { bot: 'no', botReasons: [] } : judgeSession(events, shared)
}
