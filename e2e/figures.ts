import { type APIRequestContext, expect } from '@playwright/test'
import { addDays, type Day, dayOf } from '@tillsight/core/days'

/** The shop that most tests read; with a history of two years. */
export const demoShop = { domain: 'nordlicht-kontor.example', name: 'Nordlicht Kontor', zone: 'Europe/Berlin' } as const

/** Path of the demo shop's summary, with an optional query string. */
export function summaryPath(search = ''): string {
  return `/shop/${demoShop.domain}${search}`
}

/** The shop day this many days ago. */
export function shopDay(daysAgo: number, zone: string = demoShop.zone): Day {
  return addDays(dayOf(new Date(), zone), -daysAgo)
}

/** The default range: the last thirty days, without today. */
export function last30Days(zone?: string): { readonly from: Day; readonly to: Day } {
  return { from: shopDay(30, zone), to: shopDay(1, zone) }
}

type Value = string | number | null
type Values = Readonly<Record<string, Value>>

/** The part of an API result that tests read. */
export interface Reply {
  readonly totals: Values
  readonly compare?: {
    readonly totals: Values
    readonly changes: Readonly<Record<string, { readonly relative: string | null; readonly isNew: boolean }>>
    readonly series?: readonly { readonly at: string; readonly values: Values }[]
  }
  readonly series?: readonly { readonly at: string; readonly values: Values }[]
  readonly rows?: readonly {
    readonly dimensions: Readonly<Record<string, string>>
    readonly names?: Readonly<Record<string, string>>
    readonly values: Values
  }[]
}

/** A page of the rows behind a figure. */
export interface Rows {
  readonly value: string
  readonly contribution: string
  readonly count: number
  readonly cursor?: string
  readonly rows: readonly {
    readonly orderId: string
    readonly orderName: string
    readonly kind: string
    readonly contribution: string
  }[]
}

/** One metric of the catalogue. */
export interface Metric {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly unit: 'money' | 'count' | 'percent' | 'ratio' | 'days'
}

/** Queries the API for the expected figures. */
export async function ask(
  request: APIRequestContext,
  question: object,
  shop: string = demoShop.domain,
): Promise<Reply> {
  const response = await request.post(`/api/v1/shops/${shop}/metrics/query`, { data: question })
  expect(response.ok(), await response.text()).toBe(true)
  return await response.json()
}

/** Queries the orders behind a figure. */
export async function askRows(
  request: APIRequestContext,
  metric: string,
  query: Readonly<Record<string, string>>,
): Promise<Rows> {
  const response = await request.get(`/api/v1/shops/${demoShop.domain}/metrics/${metric}/rows`, { params: query })
  expect(response.ok(), await response.text()).toBe(true)
  return await response.json()
}

/** The catalogue's metrics with these keys; fails when one is missing. */
export async function askMetrics(request: APIRequestContext, keys: readonly string[]): Promise<readonly Metric[]> {
  const response = await request.get('/api/v1/metrics')
  const { metrics }: { readonly metrics: readonly Metric[] } = await response.json()
  const known = metrics.filter(({ key }) => keys.includes(key))
  expect(known).toHaveLength(keys.length)
  return known
}

/** Euros with two digits, everything else as a plain count, with a real minus sign that no line ends after. */
export function print(value: Value | undefined, unit: string, currency = 'EUR'): string {
  if (value === null || value === undefined) return '–'
  const format =
    unit === 'money'
      ? new Intl.NumberFormat('en-US', { style: 'currency', currency })
      : new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
  return format
    .format(exact(value))
    .replace('-', '−')
    .replace(/^−(?=\D)/, '−\u2060')
}

/** Decimal text is formatted without binary floats, as in the product. */
function exact(value: string | number): Intl.StringNumericLiteral | number {
  return value as Intl.StringNumericLiteral | number
}

/** The relative change of a figure, as it is printed. */
export function changeText({ compare }: Reply, key: string): string {
  const change = compare?.changes[key]
  if (change?.isNew) return 'new'
  if (change?.relative === null || change === undefined) return '–'
  if (Math.abs(Number(change.relative)) > 9.99) return '> 10×'
  const format = new Intl.NumberFormat('en-US', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  return format.format(Number(change.relative)).replace('-', '−')
}

/** A printed amount in hundredths, for adding up. */
export function toCents(text: string): number {
  return Number(text.replace('−', '-').replace(/[^\d-]/g, ''))
}
