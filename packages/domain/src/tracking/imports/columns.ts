/** Headings of a file of touches, in the order of the template. */
export const touchFileColumns = [
  'touch_id',
  'at',
  'kind',
  'visitor',
  'email',
  'customer_id',
  'order_id',
  'url',
  'referrer',
  'channel',
  'paid',
  'platform',
  'account_id',
  'campaign_id',
  'ad_set_id',
  'ad_id',
  'source',
  'medium',
  'campaign',
  'content',
  'term',
  'click_id',
] as const
/** One of {@link touchFileColumns}. */
export type TouchColumn = (typeof touchFileColumns)[number]
/** A row's values by column; missing ones are empty. */
export type TypedTouch = Readonly<Record<TouchColumn, string>>

/** What is wrong with one value, and how to fix it. */
export interface ColumnProblem {
  readonly field: TouchColumn
  readonly problem: string
  readonly remedy: string
}
