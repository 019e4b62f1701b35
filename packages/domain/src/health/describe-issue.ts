import { z } from 'zod'

/** Severity of an issue: `error` makes figures wrong or outdated, `warning` may, `note` explains them. */
export const severities = ['error', 'warning', 'note'] as const
/** One of {@link severities}. */
export type Severity = (typeof severities)[number]

/** The texts of an issue. */
interface IssueText {
  readonly severity: Severity
  readonly title: string
  /** What it means for the figures, and what to do. */
  readonly advice: string
}

type Detail = Readonly<Record<string, unknown>>
const Shown = z.union([z.string(), z.number()])

const texts: Readonly<Record<string, (say: (field: string) => string) => IssueText>> = {
  order_arithmetic: (say) => ({
    severity: 'warning',
    title: `Order ${say('order')} does not add up`,
    advice:
      'Its lines and its total differ. The total counts and the difference stands beside it, an adjustment. Open the order in the store and look for fees or discounts that a plugin adds.',
  }),
  record_unreadable: (say) => ({
    severity: 'error',
    title: `Order ${say('order')} cannot be read`,
    advice: `It is in no figure. The reason: ${say('problem')}`,
  }),
  missing_rate: (say) => ({
    severity: 'error',
    title: `No exchange rate for order ${say('order')}`,
    advice: `It is in ${say('currency')} and is left out until a rate for its day is there. Rates are fetched every day; see Settings > Currencies, or let the store keep one on its orders.`,
  }),
  missing_rates: describeMissingRates,
  refund_without_lines: (say) => ({
    severity: 'note',
    title: `A refund of order ${say('order')} names no products`,
    advice: `Its ${say('amount')} are an adjustment without tax and units, because the store does not say what was given back.`,
  }),
  refund_above_order: (say) => ({
    severity: 'warning',
    title: `Order ${say('order')} was paid back with more than it was worth`,
    advice: `A refund of ${say('amount')} exceeds what remained. It counts as it stands; check it in the store.`,
  }),
  skipped_record: (say) => ({
    severity: 'warning',
    title: `${say('stream')}: something was left out or doubtful`,
    advice: say('message'),
  }),
  webhook_failed: (say) => ({
    severity: 'note',
    title: `${say('count')} instant updates could not be worked on`,
    advice: 'Nothing is lost: the regular look for changes brings them, a little later.',
  }),
  webhooks_disabled: (say) => ({
    severity: 'warning',
    title: `The store switched our webhooks off ${say('times')} times within a week`,
    advice:
      'They were switched on again and the gap was filled. Check that the store can reach this installation at all times.',
  }),
  webhooks_refused: (say) => ({
    severity: 'note',
    title: 'The store refuses instant updates',
    advice: `${say('message')} Until then changes are looked for every few minutes.`,
  }),
  reconciliation_differs: (say) => ({
    severity: 'warning',
    title:
      say('days') === '1'
        ? `The store’s own report differs on ${say('latest')}`
        : `The store’s own report differs on ${say('days')} days`,
    advice: `Some orders are not the same here and there; the latest such day is ${say('latest')}. Open Integrations > Reconciliation: it lists the orders behind every cent.`,
  }),
  silent_store: (say) => ({
    severity: 'warning',
    title: `No order since ${moment(say('since'))}`,
    advice: `In the same hours of the weeks before there were about ${say('usual')}. Try to buy something yourself: the checkout or the payment may be broken. If orders do come in at the store, look at the connection.`,
  }),
  sales_drop: (say) => ({
    severity: 'warning',
    title: `Far fewer orders than usual on ${say('day')}`,
    advice: `${say('orders')} instead of about ${say('usual')} on that weekday. Look for a campaign that ended, a product that sold out or a checkout that failed; if the store shows more, compare with its own report.`,
  }),
  privacy_request: (say) => ({
    severity: 'warning',
    title: `${say('who')} asks what is stored about them`,
    advice: `${say('platform')} passed this on; by law it is to be answered by ${say('due')}. Download what is held in Settings > Privacy, or on the server run “${say('command')}”, and hand that file over: it holds everything, and making it closes this.`,
  }),
  missing_costs: (say) => ({
    severity: 'note',
    title:
      say('known') === 'none'
        ? 'What the goods cost is not known'
        : say('products') === '1'
          ? '1 product sold lately without a known cost'
          : `${say('products')} products sold lately without a known cost`,
    advice:
      say('known') === 'none'
        ? 'No profit is shown until it is. Enter costs under Costs > Goods, take them from a file, or say what share of the price goods usually cost.'
        : `${say('net')} ${say('currency')} of net sales in the last 30 days, ${say('share')} % of all, among them ${say('names')}. Profit is at most what it says until they have one: Costs > Goods lists them.`,
  }),
  lost_costs: (say) => ({
    severity: 'note',
    title:
      say('variants') === '1'
        ? 'The store has no cost any more for 1 variant'
        : `The store has no cost any more for ${say('variants')} variants`,
    advice: `The last cost that it told goes on counting, for ${say('names')} among them. If it is wrong, enter another under Costs > Goods, 0.00 for goods that are really free, or enter it in the store again.`,
  }),
  lost_files: (say) => ({
    severity: 'warning',
    title:
      say('files') === '1'
        ? 'A stored file has lost its content'
        : `${say('files')} stored files have lost their content`,
    advice: `The disk or bucket that keeps files does not have them any more: ${say('names')}. Whoever runs this installation takes them from a backup. Or upload a logo or file again, and run an export again.`,
  }),
  conversions_failing: (say) => ({
    severity: 'warning',
    title: `Orders do not reach ${say('label')}`,
    advice: `${say('message')} Orders that did not get through lately: ${say('orders')}. Each is tried again for 72 hours from its first attempt; what was given up is sent again from Tracking > ${say('label')}.`,
  }),
  import_problems: (say) => ({
    severity: 'warning',
    title: `${say('rows')} rows of ${say('file')} were not imported`,
    advice:
      'The import’s report names each row, its field and the remedy. Mend the file and import it again; what is in stays as it is.',
  }),
}

/** Days without a rate, or rates that are no longer published. */
function describeMissingRates(say: (field: string) => string): IssueText {
  const isOld = say('days') === '0'
  const days = say('days') === '1' ? `on ${say('first')}` : `on ${say('days')} days, ${say('first')} to ${say('last')}`
  const lastDay = say('lastDay') === '' ? 'There are none yet' : `The last ones are of ${say('lastDay')}`
  const meaning = isOld
    ? `${lastDay}: ten days after the last rate, figures that need one stay empty.`
    : 'Metrics that cover such a day stay empty.'
  const off = say('source') === 'off' ? 'Rates are not fetched here: RATES_URL is off.' : ''
  const why = say('reason') === '' ? off : say('reason')
  return {
    severity: 'warning',
    title: isOld
      ? `The exchange rates of ${say('currencies')} are old`
      : `No exchange rate of ${say('currencies')} ${days}`,
    advice: [meaning, why, 'Open Settings > Currencies: have rates fetched there, or import a file.']
      .filter((sentence) => sentence !== '')
      .join(' '),
  }
}

/** Formats an instant to the minute, in UTC. */
function moment(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

/** Amounts have six decimals; only two are shown unless the others are not zero. */
function readable(text: string): string {
  return /^-?\d+\.\d{3,}$/.test(text) ? text.replace(/(\.\d{2}\d*?)0+$/, '$1') : text
}

/** Describes an issue; for unknown kinds, lists the stored details. */
export function describeIssue(kind: string, detail: Detail): IssueText {
  const say = (field: string) => {
    const value = Shown.safeParse(detail[field])
    return value.success ? readable(String(value.data)) : '?'
  }
  const text = texts[kind]
  if (text) return text(say)
  const facts = Object.entries(detail).map(([field, value]) => `${field}: ${String(value)}`)
  return { severity: 'warning', title: kind.replaceAll('_', ' '), advice: facts.join(', ') }
}

/** The page where an issue is fixed or explained; interfaces know its address. */
export const HealthPlace = z.object({
  page: z.enum([
    'connections',
    'reconciliation',
    'imports',
    'goods',
    'basics',
    'privacy',
    'currencies',
    'summary',
    'order',
    'sending',
  ]),
  /** Id of the connection concerned. */
  connection: z.string().optional(),
  /** Id of the order concerned. */
  order: z.string().optional(),
  /** The ad platform that orders are sent to. */
  platform: z.string().optional(),
  /** The shop day concerned. */
  day: z.string().optional(),
})
export type HealthPlace = z.infer<typeof HealthPlace>

const pages: Readonly<Record<string, HealthPlace['page']>> = {
  order_arithmetic: 'order',
  refund_without_lines: 'summary',
  refund_above_order: 'summary',
  reconciliation_differs: 'reconciliation',
  sales_drop: 'summary',
  import_problems: 'imports',
  conversions_failing: 'sending',
  missing_costs: 'goods',
  lost_costs: 'goods',
  lost_files: 'basics',
  privacy_request: 'privacy',
  missing_rate: 'currencies',
  missing_rates: 'currencies',
  zone_differs: 'basics',
  zone_missing: 'basics',
  currency_differs: 'basics',
}

const OfConnection = z.object({ connection: z.string() })
const OfDay = z.object({ day: z.iso.date() })

/** The page for an issue of this kind; everything about reading the store is fixed on the connections page. */
export function placeOf(kind: string, key: string, detail: Readonly<Record<string, unknown>>): HealthPlace {
  const page = pages[kind] ?? 'connections'
  const connection = OfConnection.safeParse(detail).data?.connection
  const day = OfDay.safeParse(detail).data?.day
  return {
    page,
    ...(connection === undefined ? {} : { connection }),
    ...(page === 'order' ? { order: key } : {}),
    ...(page === 'sending' ? { platform: key } : {}),
    ...(page === 'summary' && day !== undefined ? { day } : {}),
  }
}
