import { AppError } from '@tillsight/core'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import type { Row } from '@tillsight/platforms/order-files'
import { readRows } from '../files/index.ts'
import type { CheckedFile } from './check-file.ts'

/** Records of some complete groups, with the number of rows they cover. */
export interface RecordBatch {
  readonly records: readonly PlatformRecord[]
  readonly rowsDone: number
}

/** Batches are limited by rows rather than orders, because wholesale orders have hundreds of lines. */
const rowsPerBatch = 20_000

/** Limit for rows of incomplete orders; more would not fit into the memory of a small machine. */
const openRowLimit = 2_000_000

/**
 * Second pass: the records of every group without problems, each group as a whole, in the order in which the file completes
 * them. Throws `invalid_input` for a large file whose orders are scattered all over it.
 */
export async function* buildRecords(checked: CheckedFile, limit = openRowLimit): AsyncGenerator<RecordBatch> {
  const open = new Map<string, Row[]>()
  let openRows = 0
  let records: PlatformRecord[] = []
  let batchRows = 0
  let rowsDone = 0
  for await (const row of readRows(checked.file)) {
    const group = checked.reading.groupOf(row)
    const expected = group === undefined ? undefined : checked.groups.get(group)
    if (group === undefined || expected === undefined) continue
    const rows = open.get(group) ?? []
    rows.push(row)
    if (rows.length < expected) {
      open.set(group, rows)
      openRows += 1
      if (openRows > limit) throw tooScattered(open.size, row.number)
      continue
    }
    open.delete(group)
    openRows -= rows.length - 1
    records.push(...checked.reading.build(rows))
    batchRows += rows.length
    rowsDone += rows.length
    if (batchRows < rowsPerBatch) continue
    yield { records, rowsDone }
    records = []
    batchRows = 0
  }
  yield { records: [...records, ...checked.reading.rest()], rowsDone }
}

function tooScattered(orders: number, row: number): AppError {
  return new AppError(
    'invalid_input',
    `The rows of the same order stand too far apart in this file: at row ${row}, ${orders} orders wait for their other rows, more than fit into memory. Sort the file by its order numbers, so that the rows of an order follow each other.`,
    { details: { row } },
  )
}
