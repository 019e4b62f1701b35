import { canUnfold, childLevel, levelOf, parseRowId, showingOf } from '../../blocks/breakdown-table/levels.ts'
import type { RowsLoad } from '../../blocks/breakdown-table/model.ts'
import { laterRows, loadRowsAlone } from './load-rows.server.ts'
import type { AdsQuery } from './query.server.ts'

/** Loads later rows: `below` names their parent, `after` their cursor. */
export async function loadLaterRows(query: AdsQuery, params: URLSearchParams): Promise<RowsLoad> {
  const text = params.get('below') ?? undefined
  const parent = parseRowId(text)
  if (text !== undefined && (!parent || !canUnfold(parent))) return { state: 'ready', rows: [], cursor: null }
  const level = parent ? childLevel(parent.level) : levelOf(showingOf(query.state))
  if (!level) return { state: 'ready', rows: [], cursor: null }
  return loadRowsAlone(query, { level, parent, cursor: query.state.after, limit: laterRows })
}
