import { connection } from './connection.ts'
import type { ShopJourney, ShopVisit } from './history.ts'
import type { OrderView } from './order-view.ts'
import type { PageArgs } from './page-args.ts'
import { type Call, gid, nowText } from './world.ts'

/** What Shopify knows of the way to an order: nothing but `ready: false` before its time. */
export class JourneyNode {
  readonly __typename = 'CustomerJourneySummary'
  readonly #journey: ShopJourney
  readonly #order: OrderView

  constructor(journey: ShopJourney, order: OrderView) {
    this.#journey = journey
    this.#order = order
  }

  get ready() {
    return this.#journey.readyAt <= nowText(this.#order.world.platform)
  }
  get customerOrderIndex() {
    return this.ready ? (this.#journey.orderIndex ?? null) : null
  }
  get daysToConversion() {
    return this.ready ? (this.#journey.daysToConversion ?? null) : null
  }
  get momentsCount() {
    return this.ready ? { count: this.#journey.moments ?? this.#visits().length, precision: 'EXACT' } : null
  }
  get firstVisit() {
    return this.#visits()[0] ?? null
  }
  get lastVisit() {
    return this.#visits().at(-1) ?? null
  }

  moments(args: PageArgs, call: Call) {
    if (!this.ready) return null
    return connection(this.#visits(), args, { call, make: (visit) => visit })
  }

  #visits() {
    if (!this.ready) return []
    const { first, last } = this.#journey
    const visits = [...(first ? [first] : []), ...(last && last !== first ? [last] : [])]
    return visits.map((visit, at) => visitNode(visit, `${this.#order.order.id}${at + 1}`))
  }
}

function visitNode(visit: ShopVisit, id: string) {
  const { utm } = visit
  return {
    __typename: 'CustomerVisit',
    id: gid('CustomerVisit', id),
    occurredAt: visit.at,
    landingPage: visit.landingPage ?? null,
    referrerUrl: visit.referrer ?? null,
    source: visit.source ?? 'direct',
    sourceType: visit.sourceType ?? null,
    sourceDescription: visit.sourceDescription ?? null,
    referralCode: visit.referralCode ?? null,
    utmParameters: utm ? utmOf(utm) : null,
  }
}

function utmOf(utm: NonNullable<ShopVisit['utm']>) {
  const { source = null, medium = null, campaign = null, content = null, term = null } = utm
  return { source, medium, campaign, content, term }
}
