import type { Filter, Interval } from '@tillsight/metrics'
import { type CreditState, creditKeys, parseCredit } from './credit.ts'
import { type CompareChoice, intervals, matchesWeekdayByDefault, presets, type RangeChoice } from './period.ts'

/** Everything a summary URL can say. Undefined means that nothing was said and a default or nothing applies. */
export interface SearchState {
  readonly range: RangeChoice
  /** Days as written in the URL, `YYYY-MM-DD`; whether they exist is checked where they are resolved. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly compare: CompareChoice
  readonly compareFrom: string | undefined
  readonly compareTo: string | undefined
  readonly matchWeekday: boolean
  readonly interval: Interval | undefined
  readonly filters: readonly Filter[]
  /** By ad platform, the rule that its claims are counted by; its own setting where none is named. */
  readonly claims: Readonly<Record<string, string>>
  /** Metric in the chart. */
  readonly metric: string
  /** Dimension of the breakdown. */
  readonly by: string
  /** Metric whose orders are listed beside the page. */
  readonly open: string | undefined
  readonly order: string | undefined
  readonly after: string | undefined
  /** Column that a table is sorted by, descending with a leading `-`. */
  readonly sort: string | undefined
  /** What a table is searched for. */
  readonly find: string | undefined
  /** Currency of a page over several shops; every other page goes by the person's preference. */
  readonly currency: string | undefined
  /** The notes of the range are open; a day is the one that a new note is for. */
  readonly note: string | undefined
  /** What the days were before a part of them was marked on a chart: a preset, or two days. */
  readonly zoom: string | undefined
  /** The page is being arranged. */
  readonly customise: boolean
  /** Id of the saved view that was opened; `none`: none, not even the default one. */
  readonly view: string | undefined
  /** How deep a table of several levels begins. */
  readonly level: string | undefined
  /** Rows of it that are unfolded. */
  readonly unfolded: readonly string[]
  /** What of it is open beside the page. */
  readonly place: string | undefined
  /** How credit for orders is given. */
  readonly credit: CreditState
  /** Which part of a page that has several is shown. */
  readonly tab: string | undefined
}

export type SearchPatch = { readonly [Key in keyof SearchState]?: SearchState[Key] }

const defaults = { range: '30d', compare: 'previous', metric: 'sales', by: 'country' } as const

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const wordPattern = /^[A-Za-z][\w.]{0,60}$/
const notePattern = /^(?:new|\d{4}-\d{2}-\d{2})$/
const zoomPattern = /^(?:\w{2,10}|\d{4}-\d{2}-\d{2}~\d{4}-\d{2}-\d{2})$/
const sortPattern = /^-?[A-Za-z][\w.]{0,60}$/
const longestFind = 80
const viewPattern = /^[\w-]{1,60}$/
const currencyPattern = /^[A-Z]{3}$/
const claimPattern = /^([a-z]{1,20}):([a-z0-9_]{1,40})$/
const mostUnfolded = 20
const longestPlace = 400

/** Reads a query string. What makes no sense is ignored, so that a mistyped link still shows a page. */
export function parseSearch(search: string | URLSearchParams): SearchState {
  const params = typeof search === 'string' ? new URLSearchParams(search) : search
  return {
    ...parsePeriod(params),
    interval: oneOf(intervals, params.get('interval')),
    filters: params.getAll('f').flatMap(parseFilter),
    claims: parseClaims(params.getAll('claims')),
    metric: matching(params.get('metric'), wordPattern) ?? defaults.metric,
    by: matching(params.get('by'), wordPattern) ?? defaults.by,
    open: matching(params.get('open'), wordPattern),
    order: params.get('order') || undefined,
    after: params.get('after') || undefined,
    sort: matching(params.get('sort'), sortPattern),
    note: matching(params.get('note'), notePattern),
    zoom: matching(params.get('zoom'), zoomPattern),
    customise: params.get('customise') === '1',
    view: matching(params.get('view'), viewPattern),
    find: params.get('find')?.trim().slice(0, longestFind) || undefined,
    currency: matching(params.get('currency'), currencyPattern),
    level: matching(params.get('level'), wordPattern),
    unfolded: [...new Set(params.getAll('row').filter(isPlace))].slice(0, mostUnfolded),
    place: params.getAll('place').find(isPlace),
    credit: parseCredit(params),
    tab: matching(params.get('tab'), wordPattern),
  }
}

/** `metaads:7d_click` */
function parseClaims(texts: readonly string[]): Readonly<Record<string, string>> {
  const found = texts.flatMap((text) => {
    const [, platform, rule] = claimPattern.exec(text) ?? []
    return platform && rule ? [[platform, rule] as const] : []
  })
  return Object.fromEntries(found)
}

function isPlace(text: string): boolean {
  return text !== '' && text.length <= longestPlace
}

type PeriodState = Pick<SearchState, 'range' | 'from' | 'to' | 'compare' | 'compareFrom' | 'compareTo' | 'matchWeekday'>

function parsePeriod(params: URLSearchParams): PeriodState {
  const days = parseDays(params, 'from', 'to')
  const compareDays = parseDays(params, 'compare_from', 'compare_to')
  const range: RangeChoice = days ? 'custom' : (oneOf(presets, params.get('range')) ?? defaults.range)
  const compare: CompareChoice = compareDays
    ? 'custom'
    : (oneOf(['previous', 'year', 'none'], params.get('compare')) ?? defaults.compare)
  const align = oneOf(['weekday', 'date'], params.get('align'))
  return {
    range,
    from: days?.from,
    to: days?.to,
    compare,
    compareFrom: compareDays?.from,
    compareTo: compareDays?.to,
    matchWeekday: align === undefined ? matchesWeekdayByDefault(range, compare) : align === 'weekday',
  }
}

function parseDays(params: URLSearchParams, fromKey: string, toKey: string): { from: string; to: string } | undefined {
  const from = matching(params.get(fromKey), dayPattern)
  const to = matching(params.get(toKey), dayPattern)
  return from && to ? { from, to } : undefined
}

/** The query string of a state, `''` or beginning with `?`; the same state always gives the same text. */
export function toSearch(state: SearchState): string {
  const isCustom = state.range === 'custom'
  const isOwnComparison = state.compare === 'custom'
  const isUsualMatch = state.matchWeekday === matchesWeekdayByDefault(state.range, state.compare)
  const params: readonly (readonly [key: string, value: string | undefined])[] = [
    ['range', isCustom ? undefined : unless(defaults.range, state.range)],
    ['from', isCustom ? state.from : undefined],
    ['to', isCustom ? state.to : undefined],
    ['compare', isOwnComparison ? undefined : unless(defaults.compare, state.compare)],
    ['compare_from', isOwnComparison ? state.compareFrom : undefined],
    ['compare_to', isOwnComparison ? state.compareTo : undefined],
    ['align', isUsualMatch ? undefined : state.matchWeekday ? 'weekday' : 'date'],
    ['interval', state.interval],
    ...state.filters.map((filter) => ['f', printFilter(filter)] as const),
    ...Object.entries(state.claims)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map((claim) => ['claims', claim.join(':')] as const),
    ['metric', unless(defaults.metric, state.metric)],
    ['by', unless(defaults.by, state.by)],
    ['open', state.open],
    ['order', state.order],
    ['sort', state.sort],
    ['find', state.find],
    ['currency', state.currency],
    ['after', state.after],
    ['note', state.note],
    ['zoom', state.zoom],
    ['customise', state.customise ? '1' : undefined],
    ['view', state.view],
    ['level', state.level],
    ...state.unfolded.map((row) => ['row', row] as const),
    ['place', state.place],
    ['tab', state.tab],
    ...creditKeys.map((key) => [key, state.credit[key]] as const),
  ]
  const said = params.filter((param): param is readonly [string, string] => param[1] !== undefined)
  const text = new URLSearchParams(said.map(([key, value]) => [key, value])).toString().replaceAll('%3A', ':')
  return text && `?${text}`
}

function unless(usual: string, value: string): string | undefined {
  return value === usual ? undefined : value
}

/** A list begins at its first page after a change of one of these. */
const listKeys = [
  'open',
  'filters',
  'claims',
  'credit',
  'sort',
  'find',
] as const satisfies readonly (keyof SearchState)[]

/**
 * The query string after a change. Choosing another range or comparison puts weekday matching back to its default;
 * opening another list begins at its first page.
 */
export function withSearch(state: SearchState, patch: SearchPatch): string {
  const next: SearchState = { ...state, ...patch }
  const choosesPeriod = patch.range !== undefined || patch.compare !== undefined
  const matchWeekday =
    patch.matchWeekday ?? (choosesPeriod ? matchesWeekdayByDefault(next.range, next.compare) : next.matchWeekday)
  const changesList = choosesPeriod || listKeys.some((key) => key in patch)
  const stale: SearchPatch = {
    ...(patch.range === undefined ? {} : { interval: undefined, zoom: undefined }),
    ...(changesList ? { order: undefined, after: undefined } : {}),
  }
  return toSearch({ ...state, ...stale, ...patch, matchWeekday })
}

/** `country:DE,AT` keeps, `-country:DE` drops. */
function parseFilter(text: string): Filter[] {
  const match = /^(-?)([a-z_]{1,40}):(.*)$/s.exec(text)
  if (!match) return []
  const [, sign, dimension = '', list = ''] = match
  const values = list.split(',').map((value) => unescape(value))
  return [{ dimension, operator: sign === '-' ? 'is_not' : 'is', values }]
}

function printFilter({ dimension, operator, values }: Filter): string {
  return `${operator === 'is_not' ? '-' : ''}${dimension}:${values.map(escape).join(',')}`
}

/** Values may hold commas (product names do), so those are written `~c`, and `~` itself `~t`. */
function escape(value: string): string {
  return value.replaceAll('~', '~t').replaceAll(',', '~c')
}

function unescape(value: string): string {
  return value.replaceAll('~c', ',').replaceAll('~t', '~')
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((choice) => choice === text)
}

function matching(text: string | null, pattern: RegExp): string | undefined {
  return text && pattern.test(text) ? text : undefined
}

/** Nothing is open beside the page. */
const closed = {
  open: undefined,
  order: undefined,
  after: undefined,
  note: undefined,
  customise: false,
  place: undefined,
} as const

/** Whether two query strings differ in what lies beside the page at most. */
export function samePage(one: URLSearchParams, other: URLSearchParams): boolean {
  return withSearch(parseSearch(one), closed) === withSearch(parseSearch(other), closed)
}

/** What a saved view keeps of a query: the days and what is filtered, not what is open beside the page. */
export function toKept(state: SearchState): string {
  return withSearch(state, { ...closed, unfolded: [], view: undefined })
}

/** The query that opens a saved view. */
export function openingSearch({ id, search }: { readonly id: string; readonly search: string }): string {
  return toSearch({ ...parseSearch(search), view: id })
}
