import { type AppError, isAppError } from '@tillsight/core'
import { addDays } from '@tillsight/core/days'
import type { MetricQuery } from '@tillsight/metrics'
import { reachMetrics } from '@tillsight/platforms'
import { withWidths } from '../../blocks/breakdown-table/column-width.server.ts'
import {
  columns as allColumns,
  bandsOf,
  type Column,
  type ColumnGroupId,
  type ColumnPair,
  chosenColumns,
  isAlone,
  leadMetric,
  pairs,
  pairUp,
} from '../../blocks/breakdown-table/columns.ts'
import {
  canUnfold,
  childLevel,
  levelOf,
  parseRowId,
  type RowRef,
  rowId,
  showingOf,
} from '../../blocks/breakdown-table/levels.ts'
import type { Cells, ColumnModel, FilterModel, RowsLoad, TableModel } from '../../blocks/breakdown-table/model.ts'
import { statuses } from '../../blocks/breakdown-table/statuses.ts'
import { tableWords } from '../../blocks/breakdown-table/words.server.ts'
import { claimChoices } from '../../blocks/claims/claim-choices.ts'
import { nameChoice } from '../../blocks/credit/name-choice.server.ts'
import { refusalSentence } from '../../blocks/fields/word-refusal.server.ts'
import { dayText } from '../../format/index.ts'
import { toSearch } from '../../search/index.ts'
import type { Result } from '../../services.ts'
import { cellsOf, measureOf } from './cells.server.ts'
import { firstRows, loadRows, loadRowsAlone } from './load-rows.server.ts'
import type { OwnCredit } from './own-credit.server.ts'
import { type Answered, claimantsOf, notesOf } from './print-notes.server.ts'
import {
  type AddressedAds,
  type AdsQuery,
  isSortable,
  metricOf,
  pageQuery,
  type RowsParams,
  sortingOf,
} from './query.server.ts'
import { channelOf, formatOf, isMaturing } from './rows.server.ts'
import { sayIn } from './words.server.ts'

/** The table, or why it cannot be shown. */
export type TableLoad =
  | { readonly state: 'ready'; readonly table: TableModel }
  | { readonly state: 'failed'; readonly message: string }

/** The chosen columns, as far as the catalogue has their figures. */
export function knownColumns(stored: unknown, query: Pick<AdsQuery, 'services'>): readonly Column[] {
  return chosenColumns(stored).filter((column) => isKnown(column, query))
}

function isKnown(column: Column, query: Pick<AdsQuery, 'services'>): boolean {
  if (column.kind === 'own') return !column.isOfProfit || query.services.may.seeProfit
  return column.kind !== 'figure' || metricOf(query, column.key) !== undefined
}

/** Queries the first rows, possibly before the choices are known. */
export function firstRowsQuery(query: AddressedAds): MetricQuery {
  return pageQuery(query, firstParams(query))
}

function firstParams({ state }: AddressedAds): RowsParams {
  return { level: levelOf(showingOf(state)), parent: undefined, cursor: state.after, limit: firstRows }
}

/** The table that the address selects, with its expanded rows; or why it cannot be shown. */
export async function loadTable(
  query: AdsQuery,
  first = query.services.run('metrics.query', firstRowsQuery(query)),
): Promise<TableLoad> {
  const showing = showingOf(query.state)
  try {
    const [{ answer, page, own }, branches] = await Promise.all([
      loadRows(query, firstParams(query), first),
      loadBranches(query),
    ])
    return { state: 'ready', table: { ...toTable(query, answer, own), showing, page, branches } }
  } catch (failure) {
    if (!isAppError(failure) || !isResult(failure)) throw failure
    return { state: 'failed', message: refusalSentence(failure, query.services.shop.display.language) }
  }
}

/** Whether people can act on a failure. */
function isResult({ code }: AppError): boolean {
  return code === 'invalid_input' || code === 'limit_reached' || code === 'unavailable'
}

/** Children by expanded row. */
async function loadBranches(query: AdsQuery): Promise<Readonly<Record<string, RowsLoad>>> {
  const parents = query.state.unfolded.flatMap((text) => parseRowId(text) ?? []).filter(canUnfold)
  const loaded = await Promise.all(
    parents.map(async (parent) => [rowId(parent), await loadBranch(query, parent)] as const),
  )
  return Object.fromEntries(loaded)
}

async function loadBranch(query: AdsQuery, parent: RowRef): Promise<RowsLoad> {
  const level = childLevel(parent.level)
  if (!level) return { state: 'ready', rows: [], cursor: null }
  return loadRowsAlone(query, { level, parent, cursor: undefined, limit: firstRows })
}

function toTable(
  query: AdsQuery,
  answer: Result,
  own: OwnCredit | null,
): Omit<TableModel, 'showing' | 'page' | 'branches'> {
  const { columns } = query
  const groups = pairUp(columns)
  return withWidths({
    columns: columns.map((column, place) => ({
      ...toColumn(column, query),
      ...(column.pair === groups[place]?.group ? besideOther(column, query) : {}),
      ...(isAlone(groups, place) ? { head: metricOf(query, column.key)?.label } : {}),
      onPhone: onPhone(column.key, query),
    })),
    bands: bandsOf(groups).map((band) => ({ ...band, ...bandText(band.group, query) })),
    reportedBy: reportedBy(query),
    sorting: sortingOf(query),
    lead: leadMetric,
    format: formatOf(query, answer),
    totals: totalsOf(query, { answer, own }),
    filters: filtersOf(query),
    claims: claimChoices(query.services.catalogue(), new Set(query.choices.accounts.map(({ platform }) => platform))),
    choices: allColumns
      .filter((column) => isKnown(column, query))
      .map((column) => ({
        key: column.key,
        label: toColumn(column, query).label,
        group: sayIn(query)(`printed.group.${column.group}`),
      })),
    notes: notesOf(query, { answer, own }),
    maturing: maturingOf(query),
    exportSearch: exportSearch(query),
  })
}

function toColumn(column: Column, query: AdsQuery): ColumnModel {
  const { key } = column
  const say = sayIn(query)
  const measure = measureOf(column, query)
  if (column.kind !== 'figure') {
    const [label, hint] = [say(`printed.column.${column.key}`), say(`printed.about.${column.key}`)]
    const kind = column.kind === 'own' ? 'figure' : column.kind
    return { key, kind, measure, label, hint, isSortable: isSortable(column), isClaim: false }
  }
  const metric = metricOf(query, key)
  return {
    key,
    label: isReported(key) ? say(`printed.column.${key}`) : (metric?.label ?? key),
    hint: metric?.description ?? '',
    kind: 'figure',
    measure,
    isSortable: true,
    isClaim: column.group === 'claimed',
  }
}

const reported = ['claimedConversions', 'claimedRevenue', 'claimedRoas', 'claimedCpa', 'claimedConversionRate'] as const

/** The group heading already names the reporting platform, so the column's label omits it. */
function isReported(key: string): key is (typeof reported)[number] {
  return reported.some((each) => each === key)
}

/** Totals only of what can be added up: budgets may be shared, and a status has no sum. */
function totalsOf(query: AdsQuery, { answer, own }: Answered): Cells {
  const source = {
    values: answer.totals,
    before: answer.compare?.totals,
    course: answer.series?.map(({ values }) => values[leadMetric] ?? null),
    place: undefined,
    budget: undefined,
    own: own?.total ?? null,
    isMaturing: isMaturing(undefined, query),
    askedReach: reachMetrics,
  }
  return cellsOf(query, source, answer)
}

/** A column beside its other half, under their common heading: who says it. */
function besideOther(column: Column, query: AdsQuery): Pick<ColumnModel, 'head' | 'hint' | 'isLead'> {
  const say = sayIn(query)
  if (column.kind !== 'own') {
    const claimants = claimantsOf(query)
    return {
      head: claimants.length === 1 ? claimants[0] : say('printed.pair.reported'),
      hint: `${reportedHint(query)} ${toColumn(column, query).hint}`,
    }
  }
  const named = nameChoice(query.credit, query.services.shop.display.language)
  return {
    head: say('printed.pair.own'),
    hint: `${say(`printed.about.${column.key}`)} ${say('printed.band.about_own', named)}`,
    isLead: true,
  }
}

/** A phone has room for two figures beside a name: the pair that rows are sorted by, or else the returns; spend is below. */
function onPhone(key: string, query: AdsQuery): ColumnModel['onPhone'] {
  const { columns } = query
  const sorted = columns.find((column) => column.key === sortingOf(query).key && column.key !== leadMetric)
  const shown =
    sorted ?? columns.find(({ pair }) => pair === 'roas') ?? columns.find((column) => column.key !== leadMetric)
  if (key === shown?.key) return 'beside'
  if (shown?.pair !== undefined && columns.some((column) => column.key === key && column.pair === shown.pair))
    return 'beside'
  return key === leadMetric ? 'below' : undefined
}

function bandText(
  group: ColumnGroupId | ColumnPair,
  query: AdsQuery,
): { readonly label: string; readonly hint: string | null } {
  const say = sayIn(query)
  switch (group) {
    case 'own': {
      const named = nameChoice(query.credit, query.services.shop.display.language)
      return { label: say('printed.band.own', named), hint: say('printed.band.about_own', named) }
    }
    case 'claimed':
      return { label: reportedBy(query), hint: reportedHint(query) }
    case 'setup':
    case 'spend':
      return { label: say(`printed.group.${group}`), hint: null }
    default:
      return { label: say(`printed.column.${pairs[group][0]}`), hint: say('printed.pair.about') }
  }
}

/** Who reports conversions: the only platform there is, or platforms in general. */
function reportedBy(query: AdsQuery): string {
  const [platform, ...others] = claimantsOf(query)
  const say = sayIn(query)
  return platform === undefined || others.length > 0
    ? say('printed.group.claimed')
    : say('printed.band.only', { platform })
}

function reportedHint(query: AdsQuery): string {
  const [platform, ...others] = claimantsOf(query)
  const say = sayIn(query)
  return platform === undefined || others.length > 0
    ? say('printed.band.about_all')
    : say('printed.band.about_only', { platform })
}

function filtersOf(query: AdsQuery): readonly FilterModel[] {
  const { choices } = query
  const say = sayIn(query)
  const sayTable = tableWords.say(query.services.shop.display.language)
  const channels = [
    ...choices.accounts.map(({ platform }) => platform),
    ...choices.entries.map(({ channel }) => channel),
  ]
  const filters: readonly FilterModel[] = [
    {
      dimension: 'channel',
      label: say('printed.filter.channel'),
      choices: [...new Set(channels)].map((value) => ({
        value,
        label: channelOf({ level: 'channel', key: value }, query).name,
      })),
    },
    {
      dimension: 'ad_account',
      label: say('printed.filter.account'),
      choices: choices.accounts.map((account) => ({
        value: account.key,
        label: `${account.name} (${channelOf({ level: 'channel', key: account.platform }, query).name})`,
      })),
    },
    {
      dimension: 'ad_status',
      label: say('printed.filter.status'),
      choices: statuses.map((value) => ({ value, label: sayTable(`status.${value}`) })),
    },
    {
      dimension: 'ad_kind',
      label: say('printed.filter.kind'),
      choices: choices.kinds.map((kind) => ({ value: kind, label: kind })),
    },
  ]
  return filters.filter(({ choices: possible }) => possible.length > 1)
}

function maturingOf(query: AdsQuery): TableModel['maturing'] {
  const { choices, services } = query
  if (!isMaturing(undefined, query)) return null
  const days = Math.max(...choices.accounts.map(({ clickWindowDays }) => clickWindowDays))
  const say = sayIn(query)
  const day = dayText(addDays(services.shop.today, -days), services.shop.display.language)
  return { short: say('printed.not_final'), long: say('printed.not_final_since', { day, days }) }
}

/** Same period, filters, search and order; an export has every row of the level. */
function exportSearch({ state }: AdsQuery): string {
  return toSearch({ ...state, after: undefined, place: undefined, unfolded: [], open: undefined, order: undefined })
}
