import { adAmountSql, rateNames } from './ads-sql.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { factsOf } from './facts.ts'
import type { Term } from './formula.ts'
import type { Plan } from './plan.ts'
import type { Binder } from './statement.ts'

/** Text fields of an ad row, in this order; amounts are in the account's currency. */
export const adRowTexts = [
  'day',
  'platform',
  'channel',
  'account_id',
  'campaign_id',
  'ad_set_id',
  'ad_id',
  'currency',
  'spend',
  'impressions',
  'clicks',
  'views',
  'purchases',
  'purchase_value',
] as const

/** Names that follow the texts: of campaign, ad set and ad. */
const named = [
  { level: 'campaign', columns: ['platform', 'account_id', 'campaign_id'] },
  { level: 'ad_set', columns: ['platform', 'account_id', 'campaign_id', 'ad_set_id'] },
  { level: 'ad', columns: ['platform', 'account_id', 'campaign_id', 'ad_set_id', 'ad_id'] },
] as const

interface AdPage {
  readonly parts: { readonly over: readonly Term[]; readonly by: readonly Term[] | undefined }
  readonly plan: Plan
  readonly dataset: 'ads' | 'reach'
  /** Day (as its first second in UTC) and ad of the last row before the page. */
  readonly after: { readonly at: number; readonly place: string } | undefined
  readonly size: number
}

/** The column of texts for rows that are not ad rows. */
export function adTexts(): string {
  return "CAST([], 'Array(String)') AS texts"
}

const orderTexts = [
  'order_id', 'row_id', 'order_name', 'kind', 'side', 'line_type', 'product_id', 'variant_id', 'sku', 'title',
  'quantity', 'gross', 'discount', 'tax', 'currency', 'order_status', 'customer_class',
] // biome-ignore format: one list

const noOrder = orderTexts.map((fact) => `'' AS ${fact}_text`).join(', ')
const place = "concat(platform, '/', account_id, '/', campaign_id, '/', ad_set_id, '/', ad_id)"

/** The ad days behind a figure, as rows in the same shape as those of orders. */
export function adRowsSelect({ parts, plan, dataset, after, size }: AdPage, binder: Binder): string {
  const [period] = plan.periods
  if (!period) throw new Error('A plan has at least one period')
  const facts = factsOf(dataset, { plan, period, dimensions: [], interval: undefined, binder })
  const contribution = dataset === 'ads' ? adContribution(plan, binder) : reachContribution
  const own = (terms: readonly Term[] = []) => terms.filter(({ base }) => base.value.dataset === dataset)
  const [over, by] = [own(parts.over), own(parts.by)]
  const terms = [...over, ...by]
  const relevant = [...new Set(terms.map(({ base }) => `(${base.value.where})`))].join(' OR ')
  const columns = dataset === 'ads' ? adRowTexts.join(', ') : reachColumns(period.range.from)
  const sums = [
    `${sumOf(over, contribution.amount)} AS over_part`,
    `${sumOf(by, contribution.amount)} AS by_part`,
    `toUInt64(${[...new Set(terms.map(({ base }) => contribution.unknown(base)))].join(' OR ')}) AS unknown_part`,
  ]
  const rows = `${facts.clock} SELECT ${columns}, ${sums.join(', ')} ${facts.source} AND (${relevant})`
  const counting = 'over_part != 0 OR by_part != 0 OR unknown_part != 0'
  const total = `SELECT toUInt64(count()) AS place, toUInt32(0) AS at, ${noOrder}, ${adTexts()}, toString(sum(over_part)) AS over, toString(sum(by_part)) AS by, toUInt64(sum(unknown_part)) AS unknown FROM (${rows}) WHERE ${counting}`
  const page = `SELECT *, ${place} AS row_place, toUInt32(toUInt32(toUInt16(day)) * 86400) AS row_at FROM (${rows}) WHERE (${counting})${afterSql(after, binder)} ORDER BY row_at DESC, row_place LIMIT ${binder.bind('limit', 'UInt32', size + 1)}`
  const names = named.map((_, index) => `entity_name_${index}`)
  const texts = [...adRowTexts, ...names].map((text) => `toString(${text})`).join(', ')
  const joins = named.map(
    ({ level, columns: key }, index) =>
      ` GLOBAL ANY LEFT JOIN (SELECT concat(${key.join(", '/', ")}) AS entity_${index}, name AS entity_name_${index} FROM ad_entities FINAL WHERE shop_id = {shop:UUID} AND level = '${level}') AS entities_${index} ON key_${index} = entity_${index}`,
  )
  const keys = named.map(({ columns: key }, index) => `concat(${key.join(", '/', ")}) AS key_${index}`)
  return `SELECT 1 AS is_total, 'ads' AS segment, * FROM (${total}) UNION ALL SELECT 0 AS is_total, 'ads' AS segment, row_number() OVER (ORDER BY row_at DESC, row_place) AS place, row_at AS at, ${noOrder}, [${texts}, row_place] AS texts, toString(over_part) AS over, toString(by_part) AS by, unknown_part AS unknown FROM (SELECT *, ${keys.join(', ')} FROM (${page})) AS listed${joins.join('')}`
}

interface RowContribution {
  /** SQL expression for a row's contribution. */
  readonly amount: (base: BaseMetric) => string
  /** SQL expression for whether that contribution is unknown. */
  readonly unknown: (base: BaseMetric) => string
}

function adContribution(plan: Plan, binder: Binder): RowContribution {
  const rates = rateNames(plan, binder)
  return {
    amount: (base) => adAmountSql(base, rates),
    unknown(base) {
      const rate = rates.of(base)
      if (!rate || base.value.aggregate !== 'sum') return '0'
      return `(${base.value.where} AND ${rate.name} = 0 AND ${base.value.of} != 0)`
    },
  }
}

const reachContribution: RowContribution = {
  amount: () => 'reach',
  unknown: ({ value }) => `(${value.where} AND is_shown = 1 AND is_told = 0)`,
}

/** Platforms report reach per account or campaign and for the whole range, never per ad. */
function reachColumns(from: string): string {
  const empty = ['ad_set_id', 'ad_id', 'currency'].map((column) => `'' AS ${column}`)
  const none = ['spend', 'impressions', 'clicks', 'views', 'purchases', 'purchase_value']
  return [
    `toDate('${from}') AS day`,
    'platform',
    'platform AS channel',
    'account_id',
    'campaign_id',
    ...empty,
    ...none.map((column) => `0 AS ${column}`),
  ].join(', ')
}

// Sixteen decimals hold the product of an amount and a rate.
const nothing = 'toDecimal128(0, 16)'

function sumOf(terms: readonly Term[], amount: RowContribution['amount']): string {
  if (terms.length === 0) return nothing
  return terms
    .map(
      ({ base, sign }) =>
        `${sign === 1 ? '' : '-'}if(${base.value.where}, toDecimal128(${amount(base)}, 16), ${nothing})`,
    )
    .join(' + ')
}

function afterSql(after: AdPage['after'], binder: Binder): string {
  if (after === undefined) return ''
  const at = binder.bind('after_day', 'UInt32', after.at)
  const last = binder.bind('after_place', 'String', after.place)
  return ` AND (row_at < ${at} OR (row_at = ${at} AND row_place > ${last}))`
}
