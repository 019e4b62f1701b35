// What the pages of a plan show, printed: loaders make it, components lay it out.

/** A message above everything else. */
export interface NoticeModel {
  readonly severity: 'info' | 'warning' | 'serious'
  readonly text: string
}

/** The plan that counts now. */
export interface CurrentModel {
  readonly name: string
  readonly state: { readonly label: string; readonly tone: 'good' | 'warn' | 'neutral' } | null
  readonly facts: readonly string[]
  /** What the button says that takes an end or a change back, or continues a paused plan; null: there is none. */
  readonly resume: string | null
  readonly canPay: boolean
  /** What is said before the plan is cancelled; null: it cannot be. */
  readonly cancel: string | null
}

/** One thing that a plan limits. */
export interface UsageModel {
  readonly name: string
  readonly text: string
  /** Null: no limit. */
  readonly share: { readonly used: number; readonly limit: number } | null
}

/** A plan that can be chosen. */
export interface PlanModel {
  readonly id: string
  readonly name: string
  /** Null: not sold for the billing period that is shown. */
  readonly price: string | null
  readonly limits: readonly string[]
  /** Words of whoever sells it. */
  readonly features: readonly string[]
  readonly isOwn: boolean
  /** What its button says, and whether it is bought or changed to; null: nothing can be done. */
  readonly offer: { readonly kind: 'buy' | 'change'; readonly label: string } | null
}

/** What a change would mean, before it is made. */
export interface PreviewModel {
  readonly plan: string
  readonly interval: string
  /** What the amount was worked out for; empty for a later change. */
  readonly at: string
  readonly title: string
  readonly sentences: readonly string[]
}

export interface InvoiceModel {
  readonly id: string
  readonly day: string
  readonly number: string
  readonly amount: string
  readonly state: { readonly label: string; readonly tone: 'good' | 'warn' | 'neutral' }
  readonly page: string | null
  /** Whether that page takes the payment. */
  readonly isOpen: boolean
  readonly pdf: string | null
}

/** The page of an organisation's plan. */
export interface BillingModel {
  /** The address of the page; parameters are added to it. */
  readonly page: string
  readonly notices: readonly NoticeModel[]
  /** A purchase that was not confirmed yet: the page asks again. */
  readonly isWaiting: boolean
  readonly current: CurrentModel
  readonly usage: { readonly note: string; readonly rows: readonly UsageModel[]; readonly isOver: boolean } | null
  readonly interval: 'month' | 'year'
  /** Whether plans are sold for both billing periods. */
  readonly hasIntervals: boolean
  readonly plans: readonly PlanModel[]
  readonly preview: PreviewModel | null
  /** Null for whoever may not see them. */
  readonly invoices: { readonly items: readonly InvoiceModel[]; readonly older: string | null } | null
  readonly exportPage: string | null
}

/** A form that came back. */
export interface BillingOutcome {
  /** Where the browser goes on, at the payment service. */
  readonly onward?: string
  readonly failure?: { readonly message: string; readonly fields: Readonly<Record<string, string>> }
}

/** An address of the page with more parameters. */
export function billingPage(page: string, more: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(more)
  return `${page}${page.includes('?') ? '&' : '?'}${search}`
}
