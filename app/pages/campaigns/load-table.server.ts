import { type AppError, isAppError } from '@tillsight/core'
import { addDays } from '@tillsight/core/days'
import type { MetricQuery } from '@tillsight/metrics'
import { reachMetrics } from '@tillsight/platforms'
import {
  columns as allColumns,
  bandsOf,
  type Column,
  chosenColumns,
  columnGroups,
  leadMetric,
} from '../../blocks/breakdown-table/columns.ts'
import {
  canUnfold,
  childLevel,
  isAdFilter,
  levelOf,
  parseRowId,
  type RowRef,
  rowId,
  showingOf,
} from '../../blocks/breakdown-table/levels.ts'
import type { Cells, ColumnModel, FilterModel, RowsLoad, TableModel } from '../../blocks/breakdown-table/model.ts'
import { statuses } from '../../blocks/breakdown-table/statuses.ts'
import { claimChoices } from '../../blocks/claims/claim-choices.ts'
import { modelName, windowText } from '../../blocks/credit/credit-choice.ts'
import { dayText } from '../../format/index.ts'
import { toSearch } from '../../search/index.ts'
import type { Result } from '../../services.ts'
import { cellsOf, measureOf } from './cells.server.ts'
import { claimNotes } from './claim-notes.server.ts'
import { firstRows, loadRows, loadRowsAlone } from './load-rows.server.ts'
import type { OwnCredit } from './own-credit.server.ts'
import { type AddressedAds, type AdsQuery, metricOf, type RowsParams, rowsQuery, sortingOf } from './query.server.ts'
import { channelOf, formatOf, isMaturing } from './rows.server.ts'

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
  return rowsQuery(query, firstParams(query))
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
    return { state: 'failed', message: failure.message }
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
  return {
    columns: columns.map((column) => toColumn(column, query)),
    bands: bandsOf(columns).map((band) => ({ ...band, ...bandText(band.group, query) })),
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
        group: columnGroups.find(({ id }) => id === column.group)?.label ?? '',
      })),
    notes: notesOf(query, { answer, own }),
    maturing: maturingOf(query),
    exportSearch: exportSearch(query),
  }
}

function toColumn(column: Column, query: AdsQuery): ColumnModel {
  const { key } = column
  const measure = measureOf(column, query)
  if (column.kind !== 'figure') {
    const { label, hint } = column
    const kind = column.kind === 'own' ? 'figure' : column.kind
    return { key, kind, measure, label, hint, isSortable: false, isClaim: false }
  }
  const metric = metricOf(query, key)
  return {
    key,
    label: withoutClaim(metric?.label ?? key, column),
    hint: metric?.description ?? '',
    kind: 'figure',
    measure,
    isSortable: true,
    isClaim: column.group === 'claimed',
  }
}

/** The group heading already names the reporting platform, so the column's label omits it. */
function withoutClaim(label: string, { group }: Column): string {
  if (group !== 'claimed') return label
  const rest = label.replace(/^Claimed /, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** A metric result about ads, and our own attribution of the same rows. */
interface Answered {
  readonly answer: Result
  readonly own: OwnCredit | null
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

function bandText(group: Column['group'], query: AdsQuery): { readonly label: string; readonly hint: string | null } {
  if (group === 'own') {
    const { model, clicks, views } = query.credit
    return {
      label: `Own: ${modelName(model)}`,
      hint: `Credited by “${modelName(model)}”, ${windowText({ clicks, views })}, as the page of attribution has it.`,
    }
  }
  if (group !== 'claimed') return { label: columnGroups.find(({ id }) => id === group)?.label ?? '', hint: null }
  const claimants = claimantsOf(query)
  const [only] = claimants
  return claimants.length === 1 && only !== undefined
    ? { label: `Claimed by ${only}`, hint: `What ${only} says its ads have sold, by its own rules.` }
    : {
        label: 'Claimed by platforms',
        hint: 'What each platform says its ads have sold, by its own rules. One order can be claimed by several, so sums over platforms are no count of orders.',
      }
}

/** Names of the platforms whose reported conversions may be included. */
function claimantsOf(query: AdsQuery): readonly string[] {
  const platforms = [...new Set(query.choices.accounts.map(({ platform }) => platform))]
  const kept = query.state.filters.find(({ dimension, operator }) => dimension === 'channel' && operator === 'is')
  return platforms
    .filter((platform) => kept === undefined || kept.values.includes(platform))
    .map((platform) => channelOf({ level: 'channel', key: platform }, query).name)
}

function filtersOf(query: AdsQuery): readonly FilterModel[] {
  const { choices } = query
  const channels = [
    ...choices.accounts.map(({ platform }) => platform),
    ...choices.entries.map(({ channel }) => channel),
  ]
  const filters: readonly FilterModel[] = [
    {
      dimension: 'channel',
      label: 'Channel',
      choices: [...new Set(channels)].map((value) => ({
        value,
        label: channelOf({ level: 'channel', key: value }, query).name,
      })),
    },
    {
      dimension: 'ad_account',
      label: 'Account',
      choices: choices.accounts.map((account) => ({
        value: account.key,
        label: `${account.name} (${channelOf({ level: 'channel', key: account.platform }, query).name})`,
      })),
    },
    {
      dimension: 'ad_status',
      label: 'Status',
      choices: Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
    },
    { dimension: 'ad_kind', label: 'Kind', choices: choices.kinds.map((kind) => ({ value: kind, label: kind })) },
  ]
  return filters.filter(({ choices: possible }) => possible.length > 1)
}

function notesOf(query: AdsQuery, { answer, own }: Answered): readonly string[] {
  const { state, choices } = query
  const isClaimShown = query.columns.some(({ group }) => group === 'claimed')
  const goals = choices.accounts.filter(({ countsGoals }) => countsGoals).map(({ name }) => name)
  return [
    ...answer.warnings,
    ...ownNotes(query, own),
    ...(isClaimShown ? claimNotes(query, answer) : []),
    ...(isClaimShown && claimantsOf(query).length > 1
      ? ['Totals of claims are claimed by platforms: one order can be claimed by several of them.']
      : []),
    ...(goals.length > 0
      ? [
          `${goals.join(', ')}: reports no purchases, so its conversions are whatever its goals count. Once purchases are reported, the last 35 days are read again; older ones stay until the account is imported again.`,
        ]
      : []),
    ...(state.filters.some((filter) => !isAdFilter(filter))
      ? ['Filters about orders say nothing about ads: they apply to the tables of orders only.']
      : []),
    ...(state.find === undefined ? [] : [`Rows are those whose names hold “${state.find}”; the totals are of all.`]),
  ]
}

function maturingOf(query: AdsQuery): TableModel['maturing'] {
  const { choices, services } = query
  if (!isMaturing(undefined, query)) return null
  const days = Math.max(...choices.accounts.map(({ clickWindowDays }) => clickWindowDays))
  const since = dayText(addDays(services.shop.today, -days))
  return {
    short: 'Still maturing',
    long: `Platforms add purchases to a day for up to ${days} days after a click: claims for days since ${since} may still grow.`,
  }
}

/** Notes about our own attribution, where it is shown. */
function ownNotes({ credit }: AdsQuery, own: OwnCredit | null): readonly string[] {
  if (own === null) return []
  if (own.problem !== null) return [own.problem]
  const { model, clicks, views } = credit
  return [
    `Own figures are credited by “${modelName(model)}”, ${windowText({ clicks, views })}; clicks whose campaign is not known are in the totals only.`,
    ...(own.total === null ? ['Filters by status or kind leave own figures without a total.'] : []),
  ]
}

/** Same period, filters, search and order; an export has every row of the level. */
function exportSearch({ state }: AdsQuery): string {
  return toSearch({ ...state, after: undefined, place: undefined, unfolded: [], open: undefined, order: undefined })
}
