import type { Language } from '../../language/languages.ts'
import type { MessageKey } from '../../language/text.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { SearchState } from '../../search/index.ts'
import type { CatalogueView } from '../../services.ts'

const fixedLabels: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = {
  customer_class: {
    none: 'value.free_orders',
    new: 'value.new_customers',
    returning: 'value.returning_customers',
    unidentified: 'value.unidentified',
  },
  line_type: {
    product: 'value.products',
    gift_card: 'value.gift_cards',
    shipping: 'value.shipping',
    charge: 'value.other_charges',
    tip: 'value.tips',
    adjustment: 'value.adjustments',
  },
}

interface DimensionValue {
  /** Key of the dimension. */
  readonly dimension: string
  readonly value: string
  /** The shop's own name for it. */
  readonly given?: string | undefined
  readonly language: Language
}

/** Labels for a value that cannot exist: an order without a coupon, a line without a product. */
const absent: Readonly<Record<string, MessageKey>> = {
  coupon: 'value.no_coupon',
  product: 'value.no_product',
  variant: 'value.no_product',
  sku: 'value.no_product',
  ad_status: 'value.not_attributable',
  ad_kind: 'value.not_attributable',
}

const places: ReadonlySet<string> = new Set(['ad_account', 'campaign', 'ad_set', 'ad'])

/** The label of a dimension's value. */
export function labelOf({ dimension, value, given, language }: DimensionValue): string {
  const t = textFor(language)
  if (given) return given
  const missing = absenceOf(dimension, value)
  if (missing) return t(missing)
  if (dimension === 'country' && /^[A-Z]{2}$/.test(value)) return namesIn(language).region.of(value) ?? value
  if (dimension === 'hour_of_day') return `${value.padStart(2, '0')}:00`
  if (dimension === 'weekday' && /^[1-7]$/.test(value)) return namesIn(language).weekday.format(dayOfWeek(value))
  const key = fixedLabels[dimension]?.[value]
  return key ? t(key) : value
}

/** Message key for a missing value. */
function absenceOf(dimension: string, value: string): MessageKey | undefined {
  // The remainder of an account, campaign or ad set beyond the parts that its platform reports.
  if (places.has(dimension) && value.endsWith('/')) return 'value.not_attributable'
  return value === '' ? (absent[dimension] ?? 'value.unknown') : undefined
}

/** The filters of the page in words, in their order: `Country is Germany`. */
export function printFilters(
  state: Pick<SearchState, 'filters'>,
  dimensions: CatalogueView['dimensions'],
  language: Language,
): string[] {
  const t = textFor(language)
  return state.filters.map(({ dimension, operator, values }) => {
    const name = dimensions.find(({ key }) => key === dimension)?.label ?? dimension
    const labels = values.map((value) => labelOf({ dimension, value, language }))
    const [first = '', ...others] = labels
    const listed = others.reduce((one, other) => t('filter.or', { one, other }), first)
    return t(operator === 'is' ? 'filter.is' : 'filter.is_not', { name, values: listed })
  })
}

/** A date with this weekday: 1 January 2024 was a Monday. */
function dayOfWeek(number: string): Date {
  return new Date(`2024-01-0${number}T00:00:00Z`)
}

interface Names {
  readonly region: Intl.DisplayNames
  readonly weekday: Intl.DateTimeFormat
}

const names = new Map<Language, Names>()

function namesIn(language: Language): Names {
  const known = names.get(language)
  if (known) return known
  const made = {
    region: new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }),
    weekday: new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }),
  }
  names.set(language, made)
  return made
}
