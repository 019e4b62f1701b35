import { isAppError } from '@tillsight/core'
import type { AttributionResult } from '@tillsight/domain'
import { childLevel, type Level, levels, parseRowId, type RowRef } from '../../blocks/breakdown-table/levels.ts'
import type { RowsLoad, RowsPage } from '../../blocks/breakdown-table/model.ts'
import { refusalSentence } from '../../blocks/fields/word-refusal.server.ts'
import { type CreditQuery, type CreditRowsParams, creditRowsInput } from './query.server.ts'
import { notTrackedKey, notTrackedRow, toCreditRow } from './rows.server.ts'

/** Size of the first page of rows, and of later ones. */
export const firstRows = 50
const laterRows = 100

/** The table's top level: channels by default. */
export function creditLevel({ state }: Pick<CreditQuery, 'state'>): Level {
  return levels.find((level) => level === state.level) ?? 'channel'
}

/** The rows of an answer; after the last of the table stands what is not tracked. */
export function printCreditRows(
  question: CreditQuery,
  { level, parent }: Pick<CreditRowsParams, 'level' | 'parent'>,
  answer: AttributionResult,
): RowsPage {
  const rows = answer.rows.map((row) =>
    toCreditRow(row, { level, isBelow: parent !== undefined }, { question, answer }),
  )
  const cursor = answer.cursor ?? null
  const isWhole = parent === undefined && cursor === null && question.state.find === undefined
  return { rows: isWhole ? [...rows, notTrackedRow(question, answer)] : rows, cursor }
}

/** Some rows that the rest of the page can do without. */
export async function loadCreditRowsAlone(query: CreditQuery, options: CreditRowsParams): Promise<RowsLoad> {
  try {
    const result = await query.services.run('attribution.query', creditRowsInput(query, options))
    return { state: 'ready', ...printCreditRows(query, options, result) }
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    return { state: 'failed', message: refusalSentence(failure, query.services.shop.display.language) }
  }
}

/** The children of a row; none where it cannot have any. */
export async function loadCreditBranch(
  query: CreditQuery,
  parent: RowRef,
  cursor: string | undefined,
): Promise<RowsLoad> {
  const level = childLevel(parent.level)
  if (!level || parent.key === notTrackedKey) return { state: 'ready', rows: [], cursor: null }
  return loadCreditRowsAlone(query, { level, parent, cursor, limit: laterRows })
}

/** Loads later rows: `below` names their parent, `after` their cursor. */
export async function loadLaterCredit(query: CreditQuery, params: URLSearchParams): Promise<RowsLoad> {
  const text = params.get('below') ?? undefined
  const cursor = query.state.after
  if (text === undefined) {
    return loadCreditRowsAlone(query, { level: creditLevel(query), parent: undefined, cursor, limit: laterRows })
  }
  const parent = parseRowId(text)
  return parent ? loadCreditBranch(query, parent, cursor) : { state: 'ready', rows: [], cursor: null }
}
