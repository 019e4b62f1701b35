// What Stripe says of a customer, as the product has it. Pure.
import {
  type CustomerState,
  type Plan,
  type PlanInterval,
  type Subscription,
  subscriptionStatuses,
} from '@tillsight/domain'
import type Stripe from 'stripe'
import type { SoldPlan } from './settings.ts'

/** Currencies that Stripe counts without decimals, and those with three. */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** `4900` of `eur` is 49.00 EUR. */
export function toBillingAmount(minor: number, code: string): { readonly amount: string; readonly currency: string } {
  const currency = code.toUpperCase()
  const decimals = withoutDecimals.has(currency) ? 0 : withThree.has(currency) ? 3 : 2
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`
  return { amount: `${minor < 0 ? '-' : ''}${whole}${rest}`, currency }
}

/** A plan of the settings, with what its prices cost now. */
export function toPlan(sold: SoldPlan, prices: ReadonlyMap<string, Stripe.Price>): Plan {
  const amountOf = (id: string | null) => {
    const price = id === null ? undefined : prices.get(id)
    return price?.active && price.unit_amount !== null ? toBillingAmount(price.unit_amount, price.currency) : null
  }
  const { ordersPerMonth = null, shops = null, members = null, historyMonths = null } = sold.limits
  return {
    id: sold.id,
    name: sold.name,
    prices: { month: amountOf(sold.prices.month), year: amountOf(sold.prices.year) },
    limits: { ordersPerMonth, shops, members, historyMonths },
    features: sold.features,
  }
}

/** How much a subscription counts against others of the same customer: what is used comes before what has ended. */
function rankOf({ status }: Stripe.Subscription): number {
  if (status === 'canceled') return 0
  return status === 'paused' ? 1 : 2
}

const isUnfinished = ({ status }: Stripe.Subscription) => status === 'incomplete'
const neverBegan = ({ status }: Stripe.Subscription) => status === 'incomplete' || status === 'incomplete_expired'

/** The subscription that counts; undefined: none ever began. */
export function chooseSubscription(all: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const [first] = all
    .filter((one) => !neverBegan(one))
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.created - a.created || (a.id < b.id ? -1 : 1))
  return first
}

/** What is known of a customer at one moment. */
interface Known {
  readonly isGone: boolean
  readonly subscriptions: readonly Stripe.Subscription[]
  /** Of the subscription that counts: those that are not paid. */
  readonly openInvoices: readonly Stripe.Invoice[]
  readonly schedule: Stripe.SubscriptionSchedule | null
}

/** What the customer has. */
export function toCustomerState(
  { isGone, subscriptions, openInvoices, schedule }: Known,
  plans: readonly SoldPlan[],
): CustomerState {
  const counts = chooseSubscription(subscriptions)
  return {
    isGone,
    subscription: counts ? toSubscription(counts, { openInvoices, schedule, plans }) : null,
    isUnfinished: subscriptions.some(isUnfinished),
  }
}

interface Beside extends Pick<Known, 'openInvoices' | 'schedule'> {
  readonly plans: readonly SoldPlan[]
}

function toSubscription(of: Stripe.Subscription, { openInvoices, schedule, plans }: Beside): Subscription {
  const [item] = of.items.data
  return {
    id: of.id,
    ...sold(item, plans),
    status: statusOf(of),
    statusSince: toDate(since(of, openInvoices)),
    cancelAtPeriodEnd: of.status !== 'canceled' && (of.cancel_at_period_end || of.cancel_at !== null),
    trialEnd: of.trial_end === null ? null : toDate(of.trial_end),
    nextPlan: of.status === 'canceled' ? null : nextPlanOf(nextPriceOf(schedule, item?.current_period_end), plans),
  }
}

/** Plans have one price each; the period is that of the item. */
function sold(
  item: Stripe.SubscriptionItem | undefined,
  plans: readonly SoldPlan[],
): Pick<Subscription, 'plan' | 'interval' | 'periodEnd'> {
  if (!item) return { plan: null, interval: null, periodEnd: null }
  const place = placeOf(item.price.id, plans)
  return {
    plan: place?.plan ?? null,
    interval: place?.interval ?? null,
    periodEnd: toDate(item.current_period_end),
  }
}

function nextPlanOf(price: string | undefined, plans: readonly SoldPlan[]): string | null {
  return price === undefined ? null : (placeOf(price, plans)?.plan ?? null)
}

function statusOf({ status }: Stripe.Subscription): Subscription['status'] {
  // A state that is newer than this code must not close anything.
  return subscriptionStatuses.find((known) => known === status) ?? 'active'
}

/** Since when it is as it is, as far as that matters, in seconds: from what Stripe says now, never from when it was said. */
function since(of: Stripe.Subscription, openInvoices: readonly Stripe.Invoice[]): number {
  switch (of.status) {
    case 'past_due':
    case 'unpaid': {
      const [item] = of.items.data
      return Math.min(item?.current_period_start ?? of.created, ...openInvoices.map(({ created }) => created))
    }
    case 'paused':
      return of.trial_end ?? of.created
    case 'canceled':
      return of.ended_at ?? of.canceled_at ?? of.created
    default:
      return of.start_date
  }
}

function placeOf(
  price: string,
  plans: readonly SoldPlan[],
): { readonly plan: string; readonly interval: PlanInterval } | undefined {
  for (const { id, prices } of plans) {
    if (prices.month === price) return { plan: id, interval: 'month' }
    if (prices.year === price) return { plan: id, interval: 'year' }
  }
  return undefined
}

/** The price from the end of the period on, where a schedule changes it. */
function nextPriceOf(schedule: Stripe.SubscriptionSchedule | null, periodEnd: number | undefined): string | undefined {
  if (schedule?.status !== 'active' || periodEnd === undefined) return undefined
  const price = schedule.phases.find(({ start_date }) => start_date >= periodEnd)?.items[0]?.price
  return typeof price === 'string' ? price : price?.id
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** The customer that something is about; null: none. */
export function customerOf(object: object): string | null {
  if ('object' in object && object.object === 'customer') return idOf(object)
  return 'customer' in object ? idOf(object.customer) : null
}

/** An id, or that of the thing itself. */
function idOf(named: unknown): string | null {
  if (typeof named === 'string') return named
  return typeof named === 'object' && named !== null && 'id' in named ? idOf(named.id) : null
}
