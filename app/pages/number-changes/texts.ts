import type { NumberChange, NumberChangeView } from '@tillsight/domain'

/** Causes of changes, in a few words; the order follows. */
export const changeTexts: Readonly<Record<NumberChange['cause'], string>> = {
  order_deleted: 'Order deleted',
  order_uncounted: 'Order no longer counts',
  order_edited: 'Order edited',
  refund_deleted: 'Refund deleted',
  settings_changed: 'Counting rule changed',
  cost_changed: 'Cost changed',
  late_refund: 'Late refund',
  late_order: 'Late order',
  late_cancellation: 'Late cancellation',
  order_counted: 'Order counts now',
  order_reread: 'Read again, changed in the store',
  rate_found: 'Exchange rate found',
  import_undone: 'Import undone',
  customer_history_changed: 'The customer’s history changed',
  platform_restated: 'Restated by the platform',
  credit_moved: 'Credited to another channel',
}

type MoveCause = NonNullable<NumberChangeView['credit']>['because']

/** Causes of moved attribution, after “because of”. */
export const moveTexts: Readonly<Record<MoveCause, string>> = {
  late_touch: 'visits that came in late',
  late_identification: 'late identification',
  customer_changed: 'a changed or merged customer',
  channels_changed: 'changed rules of channels or ads',
  survey_answered: 'an answer to the survey',
  history_changed: 'another order or step of the same customer',
  visits_removed: 'visits that were erased or taken back',
}
