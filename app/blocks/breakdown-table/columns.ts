import { reachMetrics } from '@tillsight/platforms'

// The columns that exist; which ones a person sees, and in which order, is their preference.

/** The groups of columns. */
export type ColumnGroupId = 'setup' | 'spend' | 'claimed' | 'own'

/** What platforms report and Tillsight attributes, too: the two stand side by side under one heading. */
export type ColumnPair = 'revenue' | 'roas' | 'cpa' | 'conversions'

interface ColumnOf<Kind extends string, Key extends string = string> {
  readonly key: Key
  readonly group: ColumnGroupId
  readonly kind: Kind
  readonly pair?: ColumnPair
}

/** A figure of the catalogue under the same key. */
export type FigureColumn = ColumnOf<'figure'>
/** A column without a metric: a setting, or a sparkline. */
export type FactColumn = ColumnOf<FactKey, FactKey>
type FactKey = 'status' | 'budget' | 'trend'
/** Figures from the shop's own attribution: not in the catalogue, because they depend on a model. */
export interface OwnColumn extends ColumnOf<'own', OwnKey> {
  readonly unit: 'money' | 'count' | 'ratio'
  /** Only for those to whom the shop shows profit. */
  readonly isOfProfit: boolean
}
type OwnKey = `own${'Orders' | 'Revenue' | 'Roas' | 'Cpa' | 'NewOrders' | 'Contribution' | 'Profit' | 'Poas'}`
export type Column = FigureColumn | FactColumn | OwnColumn

/** Spend is what every other column is read against. */
export const leadMetric = 'adSpend'

/** What platforms tell of showing ads, besides whom they reached. */
export const deliveryMetrics: readonly string[] = ['adImpressions', 'adClicks', 'adViews', 'adCpc', 'adCpm', 'adCtr']
/** How many purchases are claimed: few of them are no ground for a judgement. */
export const claimCount = 'claimedConversions'
/** What platforms claim for their ads. */
export const claimMetrics: readonly string[] = [
  claimCount,
  'claimedRevenue',
  'claimedRoas',
  'claimedCpa',
  'claimedConversionRate',
]
/** What is listed of each day of a place. */
export const dailyMetrics: readonly string[] = [leadMetric, 'adClicks', claimCount, 'claimedRevenue']

/** The two columns of each pair, what is reported first. */
export const pairs = {
  revenue: ['claimedRevenue', 'ownRevenue'],
  roas: ['claimedRoas', 'ownRoas'],
  cpa: ['claimedCpa', 'ownCpa'],
  conversions: ['claimedConversions', 'ownOrders'],
} as const satisfies Readonly<Record<ColumnPair, readonly [string, OwnKey]>>

/** All columns. */
export const columns: readonly Column[] = [
  { key: 'status', group: 'setup', kind: 'status' },
  { key: 'budget', group: 'setup', kind: 'budget' },
  { key: 'adSpend', group: 'spend', kind: 'figure' },
  { key: 'trend', group: 'spend', kind: 'trend' },
  ...figures('spend', deliveryMetrics.toSpliced(1, 0, ...reachMetrics)),
  ...figures('claimed', claimMetrics).map((column) => ({ ...column, ...pairOf(column.key) })),
  own('ownOrders', 'count'),
  own('ownRevenue', 'money'),
  own('ownRoas', 'ratio'),
  own('ownCpa', 'money'),
  own('ownNewOrders', 'count'),
  ofProfit('ownContribution', 'money'),
  ofProfit('ownProfit', 'money'),
  ofProfit('ownPoas', 'ratio'),
]

function pairOf(key: string): { readonly pair?: ColumnPair } {
  const pair = (['revenue', 'roas', 'cpa', 'conversions'] as const).find((name) =>
    pairs[name].some((each) => each === key),
  )
  return pair === undefined ? {} : { pair }
}

function figures(group: ColumnGroupId, keys: readonly string[]): FigureColumn[] {
  return keys.map((key) => ({ key, group, kind: 'figure' }))
}

function own(key: OwnKey, unit: OwnColumn['unit']): OwnColumn {
  return { key, group: 'own', kind: 'own', unit, isOfProfit: false, ...pairOf(key) }
}

function ofProfit(...params: Parameters<typeof own>): OwnColumn {
  return { ...own(...params), isOfProfit: true }
}

/** Keys of the default columns. */
export const usualColumns: readonly string[] = [
  'adSpend',
  'claimedRevenue',
  'ownRevenue',
  'claimedRoas',
  'ownRoas',
  'claimedCpa',
  'ownCpa',
  'claimedConversions',
  'ownOrders',
  'ownNewOrders',
]

/** The chosen columns in their order, without unknown ones; the default columns where nothing valid is stored. */
export function chosenColumns(stored: unknown): readonly Column[] {
  const keys = Array.isArray(stored) ? [...new Set<unknown>(stored)] : []
  const found = keys.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  return found.length > 0 ? found : usualColumns.flatMap((key) => columns.find((column) => column.key === key) ?? [])
}

/** The columns stored in a person's preference. */
export function storedColumns(preference: Readonly<Record<string, unknown>>): unknown {
  const { campaigns } = preference
  return typeof campaigns === 'object' && campaigns !== null && 'columns' in campaigns ? campaigns.columns : undefined
}

/** The preference patch that stores columns; null resets them to the default. */
export function columnsPatch(keys: readonly string[] | null): { readonly campaigns: object | null } {
  return { campaigns: keys && { columns: keys } }
}

/** Adjacent columns of one group. */
export interface ColumnBand<Group extends string = string> {
  readonly group: Group
  readonly count: number
}

/** The headings above the columns; a group whose columns are not adjacent has several. */
export function bandsOf<Group extends string>(
  shown: readonly { readonly group: Group }[],
): readonly ColumnBand<Group>[] {
  const bands: { group: Group; count: number }[] = []
  for (const { group } of shown) {
    const last = bands.at(-1)
    if (last?.group === group) last.count += 1
    else bands.push({ group, count: 1 })
  }
  return bands
}

/** Whether a column of what platforms report has no neighbour to share their heading with: its own header has to say so. */
export function isAlone(shown: readonly { readonly group: string }[], place: number): boolean {
  const isReported = (at: number) => shown[at]?.group === 'claimed'
  return isReported(place) && !isReported(place - 1) && !isReported(place + 1)
}

/** The columns, each with its group; a pair whose columns stand side by side is a group of its own. */
export function pairUp(
  shown: readonly Column[],
): readonly { readonly key: string; readonly group: ColumnGroupId | ColumnPair }[] {
  return shown.map(({ key, group, pair }, place) => {
    const isPaired = pair !== undefined && [shown[place - 1], shown[place + 1]].some((next) => next?.pair === pair)
    return { key, group: isPaired ? pair : group }
  })
}
