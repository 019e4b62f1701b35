// A payment service for tests: what customers have is set, and asked for like that of any other.
import { AppError, type Clock } from '@tillsight/core'
import { type Database, readShop } from '@tillsight/database'
import { type Log, toShop } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import type { ContentsContext } from '../organisations/index.ts'
import type { BillingServices } from './context.ts'
import type { Billing, BillingEvent, CustomerState, Plan, Subscription } from './contract.ts'

const euros = (amount: string) => ({ amount, currency: 'EUR' })
const noLimits = { shops: null, members: null, historyMonths: null }

/** Plans of the tests. */
const testPlans: readonly Plan[] = [
  {
    id: 'small',
    name: 'Small',
    prices: { month: euros('19.00'), year: euros('190.00') },
    limits: { ...noLimits, ordersPerMonth: 10 },
    features: [],
  },
  {
    id: 'large',
    name: 'Large',
    prices: { month: euros('49.00'), year: null },
    limits: { ...noLimits, ordersPerMonth: 100 },
    features: ['Everything'],
  },
]

const nothing: CustomerState = { isGone: false, subscription: null, isUnfinished: false }

/** The fake, and what can be done to it. */
interface TestBilling extends Billing {
  /** What customers have now. */
  readonly customers: Map<string, CustomerState>
  /** What was asked of it, in order. */
  readonly calls: string[]
  /** Events that it says were never delivered. */
  readonly missed: BillingEvent[]
  /** Called before each answer about a customer. */
  beforeAnswer: () => Promise<void>
}

/** A subscription to `small` that is paid by the month. */
export function testSubscription(change: Partial<Subscription> = {}): Subscription {
  return {
    id: 'sub_1',
    plan: 'small',
    interval: 'month',
    status: 'active',
    statusSince: new Date('2026-06-01T00:00:00Z'),
    periodEnd: new Date('2026-07-01T00:00:00Z'),
    cancelAtPeriodEnd: false,
    trialEnd: null,
    nextPlan: null,
    ...change,
  }
}

/** Opens the fake. */
export function openTestBilling(): TestBilling {
  const customers = new Map<string, CustomerState>()
  const calls: string[] = []
  const missed: BillingEvent[] = []
  const change = (customer: string, what: Partial<Subscription>) => {
    const state = customers.get(customer) ?? nothing
    if (state.subscription === null) throw new AppError('upstream_failed', 'There is no such subscription.')
    customers.set(customer, { ...state, subscription: { ...state.subscription, ...what } })
  }
  const billing: TestBilling = {
    provider: 'test',
    sells: true,
    customers,
    calls,
    missed,
    beforeAnswer: async () => undefined,
    plans: async () => testPlans,
    async createCustomer({ id }) {
      calls.push(`customer ${id}`)
      const customer = `cus_${id}`
      customers.set(customer, nothing)
      return customer
    },
    async current(customer) {
      const state = customers.get(customer) ?? { ...nothing, isGone: true }
      await billing.beforeAnswer()
      return state
    },
    async checkout({ customer, plan, interval, hasTrial, doneUrl }) {
      calls.push(`checkout ${customer} ${plan} ${interval} ${hasTrial ? 'trial' : 'paid'} ${doneUrl}`)
      return { url: `https://pay.example/${customer}` }
    },
    customerOf: async (session) => (session.startsWith('cs_cus_') ? session.slice(3) : undefined),
    portal: async (customer, backUrl) => ({ url: `https://pay.example/portal/${customer}?back=${backUrl}` }),
    previewChange: async () => ({ due: euros('12.34'), at: new Date('2026-06-30T12:00:00Z') }),
    async changeNow({ customer }, { plan, interval, at }) {
      calls.push(`change ${plan} ${interval} ${at?.toISOString() ?? 'now'}`)
      change(customer, { plan, interval, nextPlan: null })
    },
    changeLater: async ({ customer }, { plan }) => change(customer, { nextPlan: plan }),
    cancel: async ({ customer }) => change(customer, { cancelAtPeriodEnd: true, nextPlan: null }),
    resume: async ({ customer }) => change(customer, { cancelAtPeriodEnd: false, nextPlan: null }),
    async end(customer) {
      calls.push(`end ${customer}`)
      customers.set(customer, nothing)
    },
    invoices: async () => ({ items: [], next: null }),
    /** The body is the event itself, and the signature says whether it is good. */
    async readEvent(body, signature) {
      if (signature !== 'good') throw new AppError('invalid_input', 'This event was not signed for here.')
      const { createdAt, ...event } = JSON.parse(body)
      return { ...event, createdAt: new Date(createdAt) }
    },
    undelivered: async () => missed,
  }
  return billing
}

/** What verbs of billing need, over stores of a test. */
export function testBillingServices(
  {
    db,
    warehouses,
    clock,
    log,
  }: { readonly db: Database; readonly clock: Clock; readonly log: Log } & Pick<ContentsContext, 'warehouses'>,
  billing: Billing = openTestBilling(),
): BillingServices {
  return {
    billing,
    billingPages: (_organisation, shop) => ({
      backUrl: `https://stats.example/${shop ?? 'account'}`,
      doneUrl: `https://stats.example/${shop ?? 'account'}?session={session}`,
    }),
    async openShop(id) {
      const shop = toShop(await readShop(db.kysely, id))
      const stores = { db, queries: db.kysely, warehouse: warehouses.for(id), follower: followFacts }
      const actor = { kind: 'job', name: 'billing' } as const
      return { actor, organisation: shop.organisation, shop, clock, log, identityKey: new Uint8Array(32), ...stores }
    },
  }
}
