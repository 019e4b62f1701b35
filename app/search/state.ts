import type { Filter, Interval } from '@tillsight/metrics'
import { type CreditState, creditKeys, parseCredit } from './credit.ts'
import { type CompareChoice, intervals, matchesWeekdayByDefault, presets, type RangeChoice } from './period.ts'

/** The state of a page's URL. Undefined: not set, so that a default or nothing applies. */
export interface SearchState {
  readonly range: RangeChoice
  /** Days as written in the URL, `YYYY-MM-DD`; validated when they are resolved. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly compare: CompareChoice
  readonly compareFrom: string | undefined
  readonly compareTo: string | undefined
  readonly matchWeekday: boolean
  readonly interval: Interval | undefined
  readonly filters: readonly Filter[]
  /** By ad platform, the attribution setting of its reported conversions; missing: the platform's own. */
  readonly claims: Readonly<Record<string, string>>
  /** Metric in the chart. */
  readonly metric: string
  /** Dimension of the breakdown. */
  readonly by: string
  /** Metric whose orders are listed in the panel. */
  readonly open: string | undefined
  readonly order: string | undefined
  readonly after: string | undefined
  /** Column that a table is sorted by, descending with a leading `-`. */
  readonly sort: string | undefined
  /** Search text of a table. */
  readonly find: string | undefined
  /** Currency of a page about several shops; other pages use the person's preference. */
  readonly currency: string | undefined
  /** The range's annotations are open; a day is the default for a new one. */
  readonly note: string | undefined
  /** The range before it was zoomed on a chart: a preset, or two days. */
  readonly zoom: string | undefined
  /** Customisation mode. */
  readonly customise: boolean
  /** Id of the opened view; `none`: no view, not even the default one. */
  readonly view: string | undefined
  /** Top level of a table of several levels. */
  readonly level: string | undefined
  /** Its expanded rows. */
  readonly unfolded: readonly string[]
  /** The entity open in the panel. */
  readonly place: string | undefined
  /** Attribution settings. */
  readonly credit: CreditState
  /** The open tab. */
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

/** Parses a query string. Invalid parts are ignored, so that a mistyped link still shows a page. */
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

/** Serialises a state: `''` or beginning with `?`; equal states give equal text. */
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

/** After a change of one of these, a list starts at its first page. */
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

/** `country:DE,AT` includes values, `-country:DE` excludes them. */
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

/** Closes the panel. */
const closed = {
  open: undefined,
  order: undefined,
  after: undefined,
  note: undefined,
  customise: false,
  place: undefined,
} as const

/** Whether two queries show the same page, ignoring the panel. */
export function samePage(one: URLSearchParams, other: URLSearchParams): boolean {
  return withSearch(parseSearch(one), closed) === withSearch(parseSearch(other), closed)
}

/** The part of a query that a saved view stores: period and filters, not the open panel. */
export function toKept(state: SearchState): string {
  return withSearch(state, { ...closed, unfolded: [], view: undefined })
}

/** The query that opens a saved view. */
export function openingSearch({ id, search }: { readonly id: string; readonly search: string }): string {
  return toSearch({ ...parseSearch(search), view: id })
}
