import { AppError } from '@tillsight/core'
import type { PlaceFacts } from '@tillsight/domain'
import type { MetricRow } from '@tillsight/metrics'
import { leadMetric, type OwnColumn } from '../../blocks/breakdown-table/columns.ts'
import { type Level, levelOf, showingOf } from '../../blocks/breakdown-table/levels.ts'
import type { Cell } from '../../csv.server.ts'
import { ownValue } from './cells.server.ts'
import { claimNotes } from './claim-notes.server.ts'
import { loadPlaces, readAllRows } from './load-rows.server.ts'
import { loadOwnCredit, type OwnCredit, type OwnFigures, ownOf } from './own-credit.server.ts'
import { type CsvRow, printCampaignsCsv } from './print-csv.server.ts'
import { type AdsQuery, metricOf, metricsOf, wholeQuery } from './query.server.ts'
import { channelOf, labelOf } from './rows.server.ts'
import { sortByOwn } from './sort-by-own.server.ts'
import { sayIn } from './words.server.ts'

/** As many entities as can be asked about at once. */
const placesAtOnce = 1000

interface CsvFile {
  readonly name: string
  readonly text: string
}

/** The table at this address as a file: every row of its level. Throws `invalid_input` for a query that is not possible. */
export async function loadCampaignsCsv(question: AdsQuery): Promise<CsvFile> {
  const { period, services, state } = question
  if (period.problems.length > 0) {
    throw new AppError(
      'invalid_input',
      'These days cannot be exported: choose existing ones, at most ten years at once.',
    )
  }
  const showing = showingOf(state)
  const level = levelOf(showing)
  const whole = { level, parent: undefined }
  const asking = services.run('metrics.query', wholeQuery(question, { ...whole, cursor: undefined }))
  const [answer, own] = await Promise.all([asking, loadOwnCredit(question, whole)])
  const { rows: read, isCut } = await readAllRows(question, whole, answer)
  const rows = sortByOwn(read, { question, level, own })
  const places = await placesOf(question, rows)
  const metrics = metricsOf(question.columns).flatMap((key) => metricOf(question, key) ?? [])
  const { from, to } = period.range
  return {
    name: `${services.shop.domain} ${showing} ${from} to ${to}.csv`.replaceAll(/[^\w. -]/g, '_'),
    text: printCampaignsCsv({
      heads: ['Name', 'Key', 'Channel', 'Campaign', 'Ad set', 'Status', 'Kind'],
      metrics,
      answer,
      rows: rows.map((row) => toCsvRow(row, { question, level, places, own })),
      own: { columns: ownHeads(question), totals: ownCells(question, own?.total ?? null, answer.totals) },
      notes: [
        ...answer.warnings,
        ...(own?.problem ? [`${sayIn(question)('printed.note.own_failed')} ${own.problem}`] : []),
        'Conversions and revenue are reported by platforms; several can count the same order.',
        ...claimNotes(question, answer).map(({ text }) => text),
        ...(period.running ? [`${services.shop.today} is not over.`] : []),
        ...(state.find === undefined ? [] : [sayIn(question)('printed.note.find', { find: state.find })]),
        ...(isCut ? [`Only the first ${rows.length} rows are in the file; the totals are of all.`] : []),
      ],
    }),
  }
}

interface Known {
  readonly question: AdsQuery
  readonly level: Level
  readonly places: ReadonlyMap<string, PlaceFacts>
  readonly own: OwnCredit | null
}

function toCsvRow(row: MetricRow, { question, level, places, own }: Known): CsvRow {
  const key = row.dimensions[level] ?? ''
  const place = places.get(key)
  return {
    row,
    own: ownCells(question, ownOf(own, key), row.values),
    names: [
      labelOf(row, { question, level, places }),
      key,
      channelOf({ level, key }, question).name,
      place?.campaignName ?? '',
      place?.adSetName ?? '',
      place?.status ?? '',
      place?.kind ?? '',
    ],
  }
}

function ownColumns({ columns }: AdsQuery): readonly OwnColumn[] {
  return columns.filter((column) => column.kind === 'own')
}

/** The columns with their names. */
function ownHeads(question: AdsQuery) {
  const say = sayIn(question)
  return ownColumns(question).map((column) => ({ ...column, label: say(`printed.column.${column.key}`) }))
}

function ownCells(question: AdsQuery, own: OwnFigures | null, values: MetricRow['values']): readonly Cell[] {
  return ownColumns(question).flatMap(({ key, isOfProfit }) => {
    const value = own ? ownValue(key, own, values[leadMetric]) : null
    return isOfProfit ? [value, value === null || !own ? null : own.contribution.bound] : [value]
  })
}

async function placesOf(question: AdsQuery, rows: readonly MetricRow[]): Promise<ReadonlyMap<string, PlaceFacts>> {
  const level = levelOf(showingOf(question.state))
  const keys = rows.map(({ dimensions }) => dimensions[level] ?? '')
  const places = new Map<string, PlaceFacts>()
  for (let start = 0; start < keys.length; start += placesAtOnce) {
    for (const [key, place] of await loadPlaces(question, level, keys.slice(start, start + placesAtOnce)))
      places.set(key, place)
  }
  return places
}
