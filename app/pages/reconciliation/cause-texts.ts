import type { Cause } from '@tillsight/domain'

/** A reason in the merchant's words. */
export interface CauseText {
  readonly title: string
  readonly meaning: string
}

/** Why two honest books differ, and where one of them may be wrong. */
export const causeTexts: Readonly<Record<Cause, CauseText>> = {
  definition: {
    title: 'Same name, more in it',
    meaning:
      'The store’s figure holds something that ours of the same name leaves out, such as fees, tips or gift cards.',
  },
  status_not_counted_there: {
    title: 'Status not counted in the store',
    meaning:
      'The store’s report counts their status differently: it leaves paid and later cancelled orders out, or keeps them for as long as they are not paid back.',
  },
  status_not_counted_here: {
    title: 'Not counted here',
    meaning: 'The orders are known and do not count: unpaid, test orders, or left out by the shop’s settings.',
  },
  other_day: { title: 'On another day', meaning: 'Both have these orders, on different days.' },
  currency: {
    title: 'Another currency',
    meaning: 'The orders are not in the shop’s currency. They are converted here; the store adds them up as they are.',
  },
  gift_card_payment: {
    title: 'Paid by gift card',
    meaning:
      'The store takes what a gift card paid off the order. Here it is a way of paying: the order keeps its revenue.',
  },
  refund_split: {
    title: 'Refund taken apart differently',
    meaning: 'The same money was given back; the store’s report tells goods, tax and shipping of it apart differently.',
  },
  rounding: { title: 'Rounding', meaning: 'No more than the smallest coin on an order.' },
  missing_in_report: {
    title: 'Missing in the store’s report',
    meaning:
      'The orders are in the store and not in its report: its tables lag. In WooCommerce, Analytics > Settings > Import historical data brings them in.',
  },
  deleted_there: {
    title: 'No longer in the store',
    meaning:
      'The store does not have these orders any more. They leave our figures with the next nightly comparison of ids.',
  },
  missing_here: {
    title: 'Missing here',
    meaning:
      'The store reports orders that were not read. Sync the store now under Integrations; if they stay away, tell us their numbers.',
  },
  refund: { title: 'Refund differs', meaning: 'What was given back of these orders is not the same here and there.' },
  amount: {
    title: 'Amount differs',
    meaning:
      'The sale itself is not the same. The store’s report may be from before an edit, or ours is: open the order and compare.',
  },
  report_does_not_add_up: {
    title: 'The store’s day is not the sum of its orders',
    meaning:
      'Its figure of the day and its own list of orders disagree, mostly because of a cache in front of one of them.',
  },
  unexplained: {
    title: 'Unexplained',
    meaning: 'What is left. Figures may have moved while they were compared: compare again.',
  },
}

/** Causes of which somebody should look at the orders. */
export const lookCauses: ReadonlySet<Cause> = new Set([
  'deleted_there',
  'missing_here',
  'refund',
  'amount',
  'report_does_not_add_up',
  'unexplained',
])
