import type { PlatformRecord } from '@tillsight/connectors'
import type { CheckedFile } from './check-file.ts'
import { readRows } from './csv-rows.ts'
import type { Row } from './import-format.ts'

/** Records of some whole groups, with how much of the file they complete. */
export interface RecordBatch {
  readonly records: readonly PlatformRecord[]
  readonly rowsDone: number
}

/** Lines in a batch weigh more than orders: wholesale orders have hundreds. */
const rowsPerBatch = 20_000

/** Second reading: the records of every group without problems, each group whole, in the order the file completes them. */
export async function* buildRecords(checked: CheckedFile): AsyncGenerator<RecordBatch> {
  const open = new Map<string, Row[]>()
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
      continue
    }
    open.delete(group)
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
