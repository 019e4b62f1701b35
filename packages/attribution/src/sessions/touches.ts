import { createHash } from 'node:crypto'
import { isByScript, type Judgement, judgeSession, type SharedSigns } from './machine-signs.ts'
import { cutSessions, landingsOf, type Session, sessionPause, type VisitEvent } from './sessions.ts'
import { readVisit, type Visit, type VisitRules } from './visit.ts'

/** A touch as the events of its visitor tell it, before ads are looked up. */
export interface TouchDraft extends Omit<Visit, 'newTouch' | 'signature' | 'isMail'>, Judgement {
  /** The same whenever it is worked out again. */
  readonly touchId: string
  readonly sessionId: string
  readonly at: number
  readonly url: string
  readonly referrer: string
  readonly origin: 'pixel' | 'server'
}

/** What is known beyond the events at hand. */
export interface TouchContext {
  readonly visitor: string
  readonly rules: VisitRules
  /** Who brought a click id first; whoever is not listed is the first. */
  readonly firstVisitorOf: ReadonlyMap<string, string>
  /** Click ids of touches of this visitor before the events at hand. */
  readonly earlierClicks?: ReadonlySet<string> | undefined
  /** Whether an order was placed on this device: then no bot is behind it. */
  readonly hasBought: boolean
  /** What many visitors together show; nothing if left out. */
  readonly shared?: SharedSigns | undefined
}

/**
 * The touches of one visitor, the oldest first (attribution.md §2): each session makes one with its first event, further
 * ones need a signature that is new. One click is one touch, whenever its page is loaded again. The order in which
 * events are told, and how often, makes no difference.
 */
export function deriveTouches(events: readonly VisitEvent[], context: TouchContext): TouchDraft[] {
  const known: Known = { clicks: new Set(context.earlierClicks), signatures: new Map() }
  return cutSessions(events).flatMap((session) => touchesOf(session, context, known))
}

/** A name that no two things share and that never changes. */
export function nameOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}

/** What the visitor brought before. */
interface Known {
  readonly clicks: Set<string>
  /** When each signature was seen last. */
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

/** When and where a touch was, and its name: that of its click, however often its page is loaded again. */
function placeOf({ eventId, source, at, url, referrer }: VisitEvent, visitor: string, clickId: string) {
  const own = clickId === '' ? ['event', eventId] : ['click', clickId]
  const origin: TouchDraft['origin'] = source === 'server' ? 'server' : 'pixel'
  return { touchId: nameOf(visitor, ...own), at, url, referrer, origin }
}

/** A visit from an e-mail with nothing else that brought it. */
function isOnlyLetter(isMail: boolean, { clickId }: Pick<Visit, 'clickId'>): boolean {
  return isMail && clickId === ''
}

/** Notes what a visit brought, and tells whether it had not been there: a click ever, a signature for half an hour. */
function isNews(at: number, { clickId, signature }: Pick<Visit, 'clickId' | 'signature'>, known: Known): boolean {
  const before = signature === '' ? undefined : known.signatures.get(signature)
  // The site that a click came from says nothing of the next visit from there.
  if (signature !== '' && !(clickId !== '' && signature.startsWith('from '))) known.signatures.set(signature, at)
  if (clickId !== '') {
    const isFirst = !known.clicks.has(clickId)
    known.clicks.add(clickId)
    return isFirst
  }
  return before === undefined || at - before > sessionPause
}

/** Scanners open the links of a letter seconds after it has come, but run no script and do nothing in the shop. */
function isProof(event: VisitEvent): boolean {
  return isByScript(event) || !pageNames.has(event.name)
}

const pageNames = new Set(['page_view', 'product_view'])
const nothingShared: SharedSigns = { crowds: new Set(), clicks: new Set() }

/** All touches of a session are judged as one; whoever buys is no bot. */
function verdictOf(events: readonly VisitEvent[], { hasBought, shared = nothingShared }: TouchContext): Judgement {
  return hasBought ? { bot: 'no', botReasons: [] } : judgeSession(events, shared)
}
