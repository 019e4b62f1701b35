import type { NumberChange } from '@tillsight/domain'

/** Why a past figure moved, in a few words; the order follows. */
export const changeTexts: Readonly<Record<NumberChange['cause'], string>> = {
  order_deleted: 'Order deleted',
  order_uncounted: 'Order no longer counts',
  order_edited: 'Order edited',
  refund_deleted: 'Refund deleted',
  settings_changed: 'Counting rule changed',
  late_refund: 'Late refund',
  late_order: 'Late order',
  late_cancellation: 'Late cancellation',
  order_counted: 'Order counts now',
  order_reread: 'Read again, changed in the store',
  rate_found: 'Exchange rate found',
  import_undone: 'Import undone',
  customer_history_changed: 'The customer’s history changed',
  platform_restated: 'Restated by the platform',
}
