// Files from text or bytes, for the tests of this folder.

import { Readable } from 'node:stream'
import type { PlatformRecord } from '@tillsight/platforms/connectors'
import type { ImportSource } from '../files/index.ts'
import { buildRecords } from './build-records.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import { importFormat } from './formats.ts'

/** A file in memory that arrives in chunks of a few bytes, to cover every boundary. */
export function sourceOf(
  content: string | Uint8Array,
  { name = 'orders.csv', piece = 7 }: { name?: string; piece?: number } = {},
): ImportSource {
  const bytes = Buffer.from(content)
  const size = Math.max(piece, Math.ceil(bytes.length / 20_000))
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return { name, open: () => Readable.from(pieces, { objectMode: false }) }
}

/** First pass over a file, for a shop in Berlin with euros. */
export function check(content: string | Uint8Array, format = 'generic'): Promise<CheckedFile> {
  return checkFile({
    source: sourceOf(content),
    format: importFormat(format),
    shop: { currency: 'EUR', zone: 'Europe/Berlin', now: new Date('2026-11-20T12:00:00Z') },
  })
}

/** Both passes over a file. */
export async function recordsOf(content: string | Uint8Array, format = 'generic'): Promise<PlatformRecord[]> {
  const records: PlatformRecord[] = []
  for await (const batch of buildRecords(await check(content, format))) records.push(...batch.records)
  return records
}

/** Every problem as `row field: problem`. */
export function problemsOf({ problems }: CheckedFile): string[] {
  return problems.map(({ row, field, problem }) => `${row} ${field}: ${problem}`)
}
