import type { BillingAmount, OrganisationVerbs, Plan, VerbOutput } from '@tillsight/domain'
import { dateOfText, figureText } from '../../format/index.ts'
import type { Language, Say } from '../../language/index.ts'
import type { BillingModel, CurrentModel, InvoiceModel, PlanModel, UsageModel } from './model.ts'
import type { BillingKey } from './words.ts'

/** How amounts, numbers and days are printed. */
export interface Printing {
  readonly say: Say<BillingKey>
  readonly language: Language
  /** Locale of numbers. */
  readonly numbers: string
  /** IANA zone of days. */
  readonly zone: string
  /** The present instant. */
  readonly now: string
}

export type Shown = VerbOutput<OrganisationVerbs['billing.show']>
type Usage = VerbOutput<OrganisationVerbs['billing.usage']>
type Invoice = VerbOutput<OrganisationVerbs['billing.invoices']>['items'][number]
type Subscription = NonNullable<Shown['subscription']>
type Interval = 'month' | 'year'

const dayMs = 86_400_000

/** An amount in its currency, with as many digits as it came with. */
export function printAmount({ amount, currency }: BillingAmount, { numbers, language }: Printing): string {
  return figureText(amount, 'money', { currency, decimals: amount.split('.')[1]?.length ?? 0, numbers, language })
}

/** The day of an instant; a dash where there is none. */
export function printDay(instant: string | null, { zone, language }: Printing): string {
  return instant === null ? '–' : dateOfText(instant, zone, language)
}

function count(value: number, { numbers, language }: Printing): string {
  return figureText(value, 'count', { currency: 'EUR', decimals: 0, numbers, language })
}

/** What a plan costs at a billing period; null: it is not sold for it. */
export function printPrice(plan: Plan | undefined, interval: Interval | null, printing: Printing): string | null {
  const price = plan?.prices[interval ?? 'month']
  return price ? printing.say(`pay.${interval ?? 'month'}`, { amount: printAmount(price, printing) }) : null
}

/** The plan that counts now, and what happens to it. */
export function printCurrent(shown: Shown, printing: Printing): CurrentModel {
  const { say } = printing
  const { subscription, plan, can, mayChange } = shown
  const mayNow = (one: keyof typeof can) => mayChange && can[one]
  const status = subscription?.status ?? null
  const name = plan?.name ?? say(isUnchosen(status) ? 'pay.none' : 'pay.unknown')
  const resume = say(status === 'paused' ? 'pay.goOn' : 'pay.keep', { plan: name })
  return {
    name,
    state: subscription && { label: say(`state.${subscription.status}`), tone: toneOf(subscription.status) },
    facts: printFacts(shown, printing),
    resume: mayNow('resume') ? resume : null,
    canPay: mayNow('portal'),
    cancel: mayNow('cancel') ? printCancel(subscription, printing) : null,
  }
}

function isUnchosen(status: Subscription['status'] | null): boolean {
  return status === null || status === 'incomplete' || status === 'canceled'
}

function printCancel(subscription: Shown['subscription'], printing: Printing): string {
  const end = subscription?.currentPeriodEnd ?? null
  return end === null ? printing.say('cancel.soon') : printing.say('cancel.text', { day: printDay(end, printing) })
}

function toneOf(status: Subscription['status']): 'good' | 'warn' | 'neutral' {
  if (status === 'active' || status === 'trialing') return 'good'
  return status === 'canceled' ? 'neutral' : 'warn'
}

function printFacts(shown: Shown, printing: Printing): string[] {
  const { say } = printing
  const { subscription, hasTrial } = shown
  if (!subscription) return [say('fact.none'), ...(hasTrial ? [say('fact.offer')] : [])]
  const { status } = subscription
  if (status !== 'trialing' && status !== 'active') return [say(`fact.${status}`)]
  return [...printTrial(shown, subscription, printing), ...printNext(shown, subscription, printing)]
}

function printTrial(shown: Shown, { status, trialEnd }: Subscription, printing: Printing): string[] {
  if (status !== 'trialing' || trialEnd === null) return []
  const days = Math.max(0, Math.ceil((Date.parse(trialEnd) - Date.parse(printing.now)) / dayMs))
  const price = printPrice(shown.plan ?? undefined, shown.subscription?.interval ?? null, printing)
  const then = price === null || shown.subscription?.cancelAtPeriodEnd ? [] : [printing.say('fact.then', { price })]
  return [printing.say('fact.trial', { day: printDay(trialEnd, printing), count: days }), ...then]
}

/** What happens at the end of the period. */
function printNext({ plan, plans }: Shown, subscription: Subscription, printing: Printing): string[] {
  const { say } = printing
  const { status, interval, currentPeriodEnd, cancelAtPeriodEnd, nextPlan } = subscription
  const day = printDay(currentPeriodEnd, printing)
  if (cancelAtPeriodEnd) return [say('fact.ends', { day })]
  const next = plans.find(({ id }) => id === nextPlan)
  if (next) return [say('fact.becomes', { plan: next.name, day })]
  const price = printPrice(plan ?? undefined, interval, printing)
  return status === 'active' && price !== null ? [say('fact.renews', { price, day })] : []
}

/** Used and limit of everything that a plan limits. */
export function printUsage({ month, used, limits, percent }: Usage, printing: Printing): BillingModel['usage'] {
  const { say, language } = printing
  const row = (name: BillingKey, amount: number, limit: number | null): UsageModel => ({
    name: say(name),
    text:
      limit === null
        ? say('use.free', { used: count(amount, printing) })
        : say('use.of', { used: count(amount, printing), limit: count(limit, printing) }),
    share: limit === null ? null : { used: amount, limit },
  })
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    note: say('use.note', { month: name.format(new Date(`${month}-01T00:00:00Z`)) }),
    rows: [
      row('use.orders', used.orders, limits?.ordersPerMonth ?? null),
      row('use.shops', used.shops.length, limits?.shops ?? null),
      row('use.members', used.members, limits?.members ?? null),
      row('use.history', used.historyMonths, limits?.historyMonths ?? null),
    ],
    isOver: (percent ?? 0) > 100,
  }
}

/** The plans at one billing period. */
export function printPlans(shown: Shown, interval: Interval, printing: Printing): PlanModel[] {
  const { plans, subscription } = shown
  return plans.map((plan) => {
    const price = plan.prices[interval] === null ? null : printPrice(plan, interval, printing)
    const isOwn = shown.plan?.id === plan.id && subscription?.interval === interval && !shown.can.buy
    return {
      id: plan.id,
      name: plan.name,
      price,
      limits: printLimits(plan, printing),
      features: plan.features,
      isOwn,
      offer: price === null || isOwn ? null : offerOf(shown, plan, printing),
    }
  })
}

function offerOf({ can, mayChange, hasTrial }: Shown, { name }: Plan, { say }: Printing): PlanModel['offer'] {
  if (!mayChange) return null
  if (can.buy) return { kind: 'buy', label: say(hasTrial ? 'plans.try' : 'plans.choose', { plan: name }) }
  return can.change ? { kind: 'change', label: say('plans.change', { plan: name }) } : null
}

function printLimits({ limits }: Plan, printing: Printing): string[] {
  const { say } = printing
  const { ordersPerMonth, shops, members, historyMonths } = limits
  return [
    ordersPerMonth === null ? say('limit.ordersAny') : say('limit.orders', { amount: count(ordersPerMonth, printing) }),
    shops === null ? say('limit.shopsAny') : say('limit.shops', { count: shops }),
    members === null ? say('limit.membersAny') : say('limit.members', { count: members }),
    historyMonths === null ? say('limit.historyAny') : say('limit.history', { count: historyMonths }),
  ]
}

/** A line of the list of invoices. */
export function printInvoice({ id, number, at, status, total, page, pdf }: Invoice, printing: Printing): InvoiceModel {
  return {
    id,
    day: printDay(at, printing),
    number: number ?? '–',
    amount: printAmount(total, printing),
    state: {
      label: printing.say(`inv.${status}`),
      tone: status === 'paid' ? 'good' : status === 'open' ? 'warn' : 'neutral',
    },
    page,
    isOpen: status === 'open',
    pdf,
  }
}
