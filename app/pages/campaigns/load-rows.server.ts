import { isAppError } from '@tillsight/core'
import type { PlaceFacts } from '@tillsight/domain'
import type { MetricRow } from '@tillsight/metrics'
import { isRemainder, type Level } from '../../blocks/breakdown-table/levels.ts'
import type { BudgetFacts, RowsLoad, RowsPage } from '../../blocks/breakdown-table/model.ts'
import { refusalSentence } from '../../blocks/fields/word-refusal.server.ts'
import type { Result } from '../../services.ts'
import { askAllSpent, loadPacing } from './load-pacing.server.ts'
import { loadOwnCredit, type OwnCredit } from './own-credit.server.ts'
import { type AdsQuery, isSortedByOwn, pageQuery, type RowsParams, wholeQuery } from './query.server.ts'
import { toRows } from './rows.server.ts'
import { sortByOwn } from './sort-by-own.server.ts'

/** Size of the first page of rows, and of later ones. */
export const firstRows = 25
export const laterRows = 100

/** A page of rows with its full result. */
export async function loadRows(
  question: AdsQuery,
  params: RowsParams,
  asking = question.services.run('metrics.query', pageQuery(question, params)),
): Promise<{ readonly answer: Result; readonly page: RowsPage; readonly own: OwnCredit | null }> {
  const { level, parent } = params
  const isOfAll = level === 'campaign' && parent === undefined && hasBudgets(question)
  const [answer, own, allSpent] = await Promise.all([
    asking,
    loadOwnCredit(question, { level, parent }),
    isOfAll ? askAllSpent(question) : undefined,
  ])
  const { rows, cursor } = isSortedByOwn(question)
    ? cutPage(sortByOwn((await readAllRows(question, params, answer)).rows, { question, level, own }), params)
    : { rows: withFigures(answer.rows ?? []), cursor: answer.cursor ?? null }
  const keys = rows.map(({ dimensions }) => dimensions[level] ?? '')
  const places = await loadPlaces(question, level, keys)
  const budgets = hasBudgets(question)
    ? await loadPacing(question, { level, places: [...places.values()], allSpent })
    : new Map<string, BudgetFacts>()
  return {
    answer,
    own,
    page: {
      rows: toRows(rows, { question, answer, level, parent, places, budgets, own }),
      cursor,
    },
  }
}

/** More rows than this are too many for a table, and for a file that people read. */
const mostRows = 50_000

/** The rows of a result and all that come after them. */
export async function readAllRows(
  question: AdsQuery,
  params: Pick<RowsParams, 'level' | 'parent'>,
  first: Result,
): Promise<{ readonly rows: readonly MetricRow[]; readonly isCut: boolean }> {
  const rows = [...(first.rows ?? [])]
  let { cursor } = first
  while (cursor !== undefined && rows.length < mostRows) {
    const next = await question.services.run('metrics.query', wholeQuery(question, { ...params, cursor }))
    rows.push(...(next.rows ?? []))
    cursor = next.cursor
  }
  return { rows, isCut: cursor !== undefined }
}

/** A page of rows that are all read: its cursor is how many come before it. */
function cutPage(rows: readonly MetricRow[], { cursor, limit }: RowsParams) {
  const told = withFigures(rows)
  const end = Math.max(0, Number(cursor ?? 0) || 0) + limit
  return { rows: told.slice(end - limit, end), cursor: end < told.length ? String(end) : null }
}

function withFigures(rows: readonly MetricRow[]): readonly MetricRow[] {
  return rows.filter(({ values, before }) => hasFigures(values) || hasFigures(before))
}

function hasFigures(values: Readonly<Record<string, string | number | null>> | undefined): boolean {
  return Object.values(values ?? {}).some((value) => value === null || Number(value) !== 0)
}

/** Settings of the rows' entities; if they cannot be read they are unknown, which does not fail the figures. */
export async function loadPlaces(
  { services }: Pick<AdsQuery, 'services'>,
  level: Level,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PlaceFacts>> {
  if (level === 'channel') return new Map()
  const asked = keys.filter((key) => !isRemainder({ level, key }))
  if (asked.length === 0) return new Map()
  const places = await services.run('campaigns.places', { level, keys: asked })
  return new Map(places.map((place) => [place.key, place]))
}

function hasBudgets({ columns }: Pick<AdsQuery, 'columns'>): boolean {
  return columns.some(({ kind }) => kind === 'budget')
}

/** Like `loadRows`, for rows whose failure must not fail the page. */
export async function loadRowsAlone(query: AdsQuery, params: RowsParams): Promise<RowsLoad> {
  try {
    return { state: 'ready', ...(await loadRows(query, params)).page }
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    return { state: 'failed', message: refusalSentence(failure, query.services.shop.display.language) }
  }
}
