// What organisations pay for: plans, purchases, and what follows when nobody pays. Must not know which payment service there is.

export { checkout, confirmCheckout, listInvoices, openPortal } from './buy-plan.ts'
export { cancelPlan, changePlan, previewPlanChange, resumePlan } from './change-plan.ts'
export type { BillingContext, BillingServices } from './context.ts'
export * from './contract.ts'
export { compareBilling, followEvents, handleBillingEvents, receiveBillingEvent } from './events.ts'
export { endBilling, followCustomer } from './follow-customer.ts'
export type { SendBillingLetter } from './letters.ts'
export { noBilling } from './no-billing.ts'
export { goBillingRound, handleBillingRounds } from './round.ts'
export { planOf, type SubscriptionView, showBilling, showStanding, subscriptionsOf } from './show-billing.ts'
export { showPlanUsage } from './usage.ts'
