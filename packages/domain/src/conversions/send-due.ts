import {
  beginConversionAttempt,
  type ConversionEventChange,
  type ConversionEventRow,
  type ConversionSeries,
  changeConversionEvents,
  hurryConversionEvents,
  listDueConversionEvents,
  readConversionSeries,
  saveConversionTarget,
} from '@tillsight/database'
import type { ConversionOutcome, PurchaseEvent } from '@tillsight/platforms/connectors'
import { type ConnectionContext, callPlatform } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import { noteSendingTrouble, type SendingTrouble } from '../health/index.ts'
import { type Decision, decide } from './decide.ts'
import { type Evidence, gatherEvidence } from './evidence.ts'
import { nextAttempt } from './list-conversions.ts'
import { type CurrentOrder, readCurrentOrders, toPurchase } from './purchases.ts'
import { platformAccess, type Target, type TargetProblem, toConversionSetup } from './setup.ts'

/** Orders per step: what was sent in one step stays recorded when the process dies in the next. */
const ordersPerStep = 500
const confirmAfterMs = 45 * 60_000

/**
 * Sends every due order to the platform. The outcome of each step is stored before the next begins. Returns how many were
 * tried.
 */
export async function sendDue(ctx: ConnectionContext, target: Target, signal: AbortSignal): Promise<number> {
  let tried = 0
  for (;;) {
    signal.throwIfAborted()
    const now = ctx.clock.now()
    const events = await listDueConversionEvents(ctx.db.kysely, { ...target, now, most: ordersPerStep })
    if (events.length === 0) return tried
    tried += await sendStep(ctx, { target, events, signal })
  }
}

interface Step {
  readonly target: Target
  readonly events: readonly ConversionEventRow[]
  readonly signal: AbortSignal
}

async function sendStep(ctx: ConnectionContext, { target, events, signal }: Step): Promise<number> {
  const known = await learnAbout(ctx, target, events)
  const now = ctx.clock.now()
  const purchases = new Map<string, PurchaseEvent>()
  const decisions = new Map<string, Decision>()
  for (const event of events) {
    const { order, evidence } = known.get(event.orderId) ?? { order: undefined, evidence: undefined }
    const consent = evidence?.consent ?? 'unknown'
    const decision = decide({ event, order, consent, basis: target.setup.consent, now })
    decisions.set(event.orderId, decision)
    if (decision.kind === 'send' && order && evidence) {
      purchases.set(event.orderId, toPurchase(order, { shop: ctx.shop, evidence }))
    }
  }
  await storeDecisions(ctx, { target, events, decisions })
  const outcomes = await tell(ctx, { target, purchases: [...purchases.values()], signal })
  await storeOutcomes(ctx, { target, events, purchases, outcomes })
  return outcomes.length
}

interface Known {
  readonly order: CurrentOrder | undefined
  readonly evidence: Evidence | undefined
}

/** Reads the current orders and visits: an order edited while it waited is sent as edited. */
async function learnAbout(
  { warehouse }: ConnectionContext,
  target: Target,
  events: readonly ConversionEventRow[],
): Promise<ReadonlyMap<string, Known>> {
  const ids = events.map(({ orderId }) => orderId)
  const orders = await readCurrentOrders(warehouse, target.setup, ids)
  const evidence = await gatherEvidence(
    warehouse,
    events.map(({ orderId, placedAt }) => {
      const { meta, origin } = orders.get(orderId)?.record ?? {}
      return {
        orderId,
        placedAt,
        visitorId: meta?.['_tillsight_visitor'] ?? '',
        landingUrl: origin?.landingUrl ?? '',
      }
    }),
  )
  return new Map(ids.map((id) => [id, { order: orders.get(id), evidence: evidence.get(id) }]))
}

interface Decided {
  readonly target: Target
  readonly events: readonly ConversionEventRow[]
  readonly decisions: ReadonlyMap<string, Decision>
}

async function storeDecisions(ctx: ConnectionContext, { target, events, decisions }: Decided): Promise<void> {
  await ctx.db.transaction(async (queries) => {
    for (const event of events) {
      const decision = decisions.get(event.orderId)
      if (!decision || decision.kind === 'send') continue
      await changeConversionEvents(queries, { ...target, orderIds: [event.orderId] }, changeOf(event, decision))
    }
  })
}

function changeOf(
  { sentAt }: ConversionEventRow,
  decision: Exclude<Decision, { kind: 'send' }>,
): ConversionEventChange {
  if (decision.kind === 'hold') return { dueAt: decision.until, reason: decision.reason }
  // A sent order stays sent, whatever happened to its correction.
  if (sentAt !== null) return { state: 'sent', reason: `Its changed value was not sent. ${decision.reason}` }
  return { state: decision.kind, reason: decision.reason }
}

interface Telling {
  readonly target: Target
  readonly purchases: readonly PurchaseEvent[]
  readonly signal: AbortSignal
}

async function tell(
  ctx: ConnectionContext,
  { target, purchases, signal }: Telling,
): Promise<readonly ConversionOutcome[]> {
  if (purchases.length === 0) return []
  const account = await platformAccess(ctx, target)
  const request = { setup: toConversionSetup(target), events: purchases }
  const { clock, db, services } = ctx
  const orderIds = purchases.map(({ orderId }) => orderId)
  // Before sending, so that an attempt is recorded even if the process dies in between.
  await beginConversionAttempt(db.kysely, { ...target, orderIds }, clock.now())
  return await callPlatform(services, { account, clock, signal }, async (platform) =>
    target.spec.send(platform, request),
  )
}

interface Reported extends Omit<Telling, 'purchases' | 'signal'> {
  readonly events: readonly ConversionEventRow[]
  readonly purchases: ReadonlyMap<string, PurchaseEvent>
  readonly outcomes: readonly ConversionOutcome[]
}

async function storeOutcomes(ctx: ConnectionContext, reported: Reported): Promise<void> {
  const { target, events, purchases, outcomes } = reported
  if (outcomes.length === 0) return
  const now = ctx.clock.now()
  const eventOf = new Map(events.map((event) => [event.orderId, event]))
  await ctx.db.transaction(async (queries) => {
    for (const outcome of outcomes) {
      const event = eventOf.get(outcome.orderId)
      const purchase = purchases.get(outcome.orderId)
      if (!event || !purchase) continue
      const change = afterOutcome(event, { outcome, purchase, now })
      await changeConversionEvents(queries, { ...target, orderIds: [event.orderId] }, change)
    }
    const problem = problemAfter(target, outcomes, now)
    if (problem !== undefined) await saveConversionTarget(queries, target, { problem })
    if (problem === null && target.problem !== null) await hurryConversionEvents(queries, target, now)
  })
}

interface Happened<Outcome = ConversionOutcome> {
  readonly outcome: Outcome
  readonly purchase: PurchaseEvent
  readonly now: Date
}

function afterOutcome(event: ConversionEventRow, { outcome, purchase, now }: Happened): ConversionEventChange {
  const tried = { attempts: event.attempts + 1, firstTriedAt: event.firstTriedAt ?? now }
  const isCorrection = event.sentAt !== null
  if (outcome.kind === 'accepted') return afterAcceptance(event, { outcome, purchase, now })
  if (outcome.kind === 'refused') {
    const reason = isCorrection ? `Its changed value was refused. ${outcome.message}` : outcome.message
    return { state: isCorrection ? 'sent' : 'refused', reason, keys: [...outcome.keys] }
  }
  const { failure } = outcome
  const answer = failure.platformCode ?? ''
  const dueAt = nextAttempt(tried, failure, now)
  if (dueAt !== 'give_up') return { answer, dueAt, reason: failure.message }
  const reason = `Given up after 72 hours. ${withoutPromise(failure.message)}`
  return { answer, state: isCorrection ? 'sent' : 'given_up', reason }
}

/** What the platform holds of the order after accepting it. */
function afterAcceptance(
  { sentAt, corrections }: ConversionEventRow,
  { outcome, purchase, now }: Happened<Extract<ConversionOutcome, { kind: 'accepted' }>>,
): ConversionEventChange {
  return {
    state: 'sent',
    reason: '',
    answer: outcome.answer,
    sentAt: sentAt ?? now,
    value: purchase.value,
    currency: purchase.currency,
    keys: [...outcome.keys],
    receipt: outcome.receipt ?? '',
    confirmAt: outcome.receipt === undefined ? null : new Date(now.getTime() + confirmAfterMs),
    corrections: corrections + (sentAt === null ? 0 : 1),
  }
}

/** Removes promises of a retry from the message of a temporary failure that has been given up. */
function withoutPromise(message: string): string {
  const kept = message.replace(/\s*(?:We keep trying\b|[^.;]*\bgoes on by itself\b)[^.]*\.?/g, '')
  return kept.replace(/;?\s*$/, (end) => (end.startsWith(';') ? '.' : ''))
}

/**
 * The problem that keeps all orders from being sent; null if there no longer is one. Undefined where the outcomes do not show
 * it: temporary failures only delay their orders, and refused orders say nothing about access.
 */
function problemAfter(
  target: Target,
  outcomes: readonly ConversionOutcome[],
  now: Date,
): TargetProblem | null | undefined {
  const waiting = outcomes.find((outcome) => outcome.kind === 'waits')
  if (!waiting) return outcomes.some(({ kind }) => kind === 'accepted') ? null : undefined
  const { kind, message } = waiting.failure
  if (kind === 'transient' || kind === 'throttled') return undefined
  return { kind, message, since: target.problem?.since ?? now.toISOString() }
}

const hourMs = 3_600_000
/** Older orders say nothing about the current state. */
const lookBackMs = 10 * 24 * hourMs
/** A platform failure shorter than this is expected to end on its own. */
const passesWithinMs = 6 * hourMs
/** A single refused order may be faulty itself; this many in a row point to a general problem. */
const manyRefused = 3

/** Raises an issue when orders do not get through, like for a broken connection; closes it when they do. */
export async function watchSending({ db, clock }: Pick<ShopContext, 'db' | 'clock'>, target: Target): Promise<void> {
  const now = clock.now()
  const series = await readConversionSeries(db.kysely, target, new Date(now.getTime() - lookBackMs))
  const { shop, platform, connector } = target
  const message = troubleOf(series, { problem: target.problem, now })
  const orders = series.failing + series.refused
  const trouble: SendingTrouble | undefined =
    message === undefined ? undefined : { label: connector.label, message, orders }
  await noteSendingTrouble(db.kysely, { shop, platform, trouble, at: now })
}

/** Why no orders get through, in words; undefined if some do. */
export function troubleOf(
  series: ConversionSeries,
  { problem, now }: { readonly problem: TargetProblem | null; readonly now: Date },
): string | undefined {
  if (problem !== null) return problem.message
  const { lastSent } = series
  const isSilentSince = (at: Date | null): at is Date => at !== null && (lastSent === null || lastSent < at)
  const { failingSince, isGivenUp, failingReason } = series
  if (isSilentSince(failingSince)) {
    const isLong = isGivenUp || now.getTime() - failingSince.getTime() >= passesWithinMs
    if (isLong) return `None has got through since the first of them failed. ${failingReason}`
  }
  const { refusedSince, refused, refusedReason } = series
  if (isSilentSince(refusedSince) && refused >= manyRefused) {
    return `All of them are refused since the first one was. ${refusedReason}`
  }
  return undefined
}
