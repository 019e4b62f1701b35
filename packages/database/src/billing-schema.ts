// Row types of billing: what organisations pay for, events that were seen, and mails that were sent. Must not know the rules.
import type { OrganisationId } from '@tillsight/core'
import type { ColumnType, Generated } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What the payment service says of an organisation, as it was when it was last asked. */
export interface BillingAccountsTable {
  organisationId: OrganisationId
  /** The organisation as the payment service knows it. */
  customerId: string
  /** It deleted the customer: the next purchase makes another one. */
  customerGone: Generated<boolean>
  /** Null: there never was one that was paid for or tried. */
  subscriptionId: Optional<string>
  /** Null: a price that no plan of this installation has. */
  plan: Optional<string>
  priceInterval: Optional<string>
  status: Optional<string>
  /** Since when it has been as it is; of payments that fail, since the oldest unpaid invoice. */
  statusSince: Optional<Date>
  periodEnd: Optional<Date>
  cancelAtPeriodEnd: Generated<boolean>
  trialEnd: Optional<Date>
  /** The plan from the end of the period on, if another one. */
  nextPlan: Optional<string>
  /** A purchase waits for its first payment. */
  unfinished: Generated<boolean>
  /** Whether it ever had a subscription: a trial comes once. */
  hadSubscription: Generated<boolean>
  /** Counts how often it was written: whoever asked before another one wrote asks again. */
  version: Generated<number>
  /** For when its deletion was asked for because nobody paid; null: it was not. */
  deleteAt: Optional<Date>
  createdAt: Date
}

/** `waiting`: its customer is still to be asked about; `stranger`: of a customer that nobody here knows. */
export type BillingEventState = 'seen' | 'waiting' | 'done' | 'stranger'

/** Events of the payment service, for as long as it may deliver them again and longer. */
export interface BillingEventsTable {
  id: string
  type: string
  createdAt: Date
  receivedAt: Date
  customerId: string | null
  state: BillingEventState
}

/** Mails about billing that were sent, each once. */
export interface BillingNoticesTable {
  organisationId: OrganisationId
  kind: string
  /** Tells one occasion from the next. */
  episode: string
  sentAt: Date
}

/** The tables of this part. */
export interface BillingSchema {
  billingAccounts: BillingAccountsTable
  billingEvents: BillingEventsTable
  billingNotices: BillingNoticesTable
}
