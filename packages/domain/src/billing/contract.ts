import type { OrganisationId } from '@tillsight/core'
import { z } from 'zod'

/** How often a plan is paid. */
export const PlanInterval = z.enum(['month', 'year'])
export type PlanInterval = z.infer<typeof PlanInterval>

/** An amount of money: a decimal with the currency's digits, and its ISO code. */
export const BillingAmount = z.object({ amount: z.string(), currency: z.string() })
export type BillingAmount = z.infer<typeof BillingAmount>

const Limit = z.number().int().positive().nullable()

/** How much a plan is meant for. Null: no limit. Nothing stops at a limit. */
export const PlanLimits = z.object({
  /** Counted orders of a calendar month, over all shops. */
  ordersPerMonth: Limit,
  shops: Limit,
  members: Limit,
  historyMonths: Limit,
})

/** A plan, the smaller ones first. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  /** Before tax; null: it is not sold at this interval. */
  prices: z.object({ month: BillingAmount.nullable(), year: BillingAmount.nullable() }),
  limits: PlanLimits,
  /** What is in it, as text of whoever sells it. */
  features: z.array(z.string()),
})
export type Plan = z.infer<typeof Plan>

/** A plan and how often it is paid. */
export const PlanChoice = z.object({ plan: z.string().max(100), interval: PlanInterval })
export type PlanChoice = z.infer<typeof PlanChoice>

/** States of a subscription once its first payment or its trial began. */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const

/** A subscription as it is now. */
export interface Subscription {
  readonly id: string
  /** Null: its price is none of a plan here. */
  readonly plan: string | null
  readonly interval: PlanInterval | null
  readonly status: (typeof subscriptionStatuses)[number]
  /** Since when; of payments that fail, since the oldest unpaid invoice. */
  readonly statusSince: Date
  readonly periodEnd: Date | null
  readonly cancelAtPeriodEnd: boolean
  readonly trialEnd: Date | null
  /** The plan from the end of the period on, if it is another one. */
  readonly nextPlan: string | null
}

/** What a customer has, all at one moment. */
export interface CustomerState {
  readonly isGone: boolean
  /** The one that counts; null: there never was one. */
  readonly subscription: Subscription | null
  /** A purchase waits for its first payment. */
  readonly isUnfinished: boolean
}

/** What an invoice says. */
export const Invoice = z.object({
  id: z.string(),
  /** Null: a draft. */
  number: z.string().nullable(),
  at: z.iso.datetime(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  total: BillingAmount,
  /** Where it is looked at and paid. */
  page: z.string().nullable(),
  pdf: z.string().nullable(),
})

/** An event that was proven to come from the payment service. */
export interface BillingEvent {
  readonly id: string
  readonly type: string
  readonly createdAt: Date
  /** Null: it is about no customer. */
  readonly customer: string | null
  /** Whether it is one after which a customer is asked about. */
  readonly isFollowed: boolean
}

/** A part of a list, and how the next one is asked for. */
export interface InvoicePage {
  readonly items: readonly z.infer<typeof Invoice>[]
  readonly next: string | null
}

/** What changing the plan would charge at once, and at which moment it was worked out. */
export interface ChangePreview {
  /** Negative: what is credited. */
  readonly due: BillingAmount
  readonly at: Date
}

/** Whose subscription is changed. */
export interface OwnSubscription {
  readonly customer: string
  readonly subscription: string
}

/**
 * The service that organisations pay through; {@link noBilling} where nothing is sold. Customers are its own names of organisations.
 * Everything throws `unavailable` where it does not answer, and `upstream_failed` for what it refuses without anybody's fault.
 */
export interface Billing {
  /** `none`, or what it is called. */
  readonly provider: string
  /** Whether plans are sold. */
  readonly sells: boolean
  /** With today's prices. */
  plans(): Promise<readonly Plan[]>
  /** Makes the organisation a customer, in the place of an earlier one that is gone; twice within a day is once. */
  createCustomer(organisation: {
    readonly id: OrganisationId
    readonly name: string
    readonly email: string
    readonly replaces: string | null
  }): Promise<string>
  current(customer: string): Promise<CustomerState>
  /** The page where the plan is bought. Twice within a minute is once. */
  checkout(
    purchase: PlanChoice & {
      readonly organisation: OrganisationId
      readonly customer: string
      /** Whether it begins with a trial. */
      readonly hasTrial: boolean
      /** Where the browser returns to; `{session}` stands for the id of the purchase. */
      readonly doneUrl: string
      readonly backUrl: string
      readonly now: Date
    },
  ): Promise<{ readonly url: string }>
  /** The customer of a purchase; undefined: there is none of this id. */
  customerOf(session: string): Promise<string | undefined>
  /** The page where ways to pay and addresses are changed, and open invoices paid. */
  portal(customer: string, backUrl: string): Promise<{ readonly url: string }>
  previewChange(own: OwnSubscription, to: PlanChoice): Promise<ChangePreview>
  /** At once: what was previewed for this moment is charged. Throws `conflict` where the payment fails: nothing is changed then. */
  changeNow(own: OwnSubscription, to: PlanChoice & { readonly at: Date | null }): Promise<void>
  /** At the end of the period. */
  changeLater(own: OwnSubscription, to: PlanChoice): Promise<void>
  /** At the end of the period. */
  cancel(own: OwnSubscription, reason: string): Promise<void>
  /** Takes back what was to happen at the end of the period, or goes on after a pause. */
  resume(own: OwnSubscription): Promise<void>
  /** Ends everything of the customer at once. */
  end(customer: string): Promise<void>
  invoices(customer: string, after: string | null): Promise<InvoicePage>
  /** Throws `invalid_input` unless the event was signed for here, a short while ago, in the mode of the key. */
  readEvent(body: string, signature: string): Promise<BillingEvent>
  /** Events of the last days that were not delivered. */
  undelivered(since: Date): Promise<readonly BillingEvent[]>
}
