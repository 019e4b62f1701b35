import type { BulkResult } from './bulk.ts'
import { isRow } from './values.ts'

/** One object of a bulk file with what hangs below it. */
export interface BulkNode {
  readonly fields: Readonly<Record<string, unknown>>
  readonly children: readonly BulkNode[]
}

/** The roots of a whole bulk file, in the file's order. Only what is asked for is held as more than the bytes of the file. */
export interface BulkFile {
  readonly length: number
  slice(start: number, end?: number): BulkNode[]
}

/**
 * Puts a bulk file together again: one object a line, children naming their parent, in any order. Undefined when the file
 * is cut, holds fewer or more than announced, or names a parent that is not in it.
 */
export function readBulkFile(file: Uint8Array, { objects, roots }: BulkResult): BulkFile | undefined {
  const found: Line[] = []
  const children = new Map<string, Line[]>()
  const ids = new Set<string>()
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let lines = 0
  for (const line of linesOf(bytes)) {
    const row = parse(bytes, line)
    if (row === undefined) return undefined
    lines += 1
    if (typeof row.id === 'string') ids.add(row.id)
    const parent = row.__parentId
    if (typeof parent !== 'string') found.push(line)
    else {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [line])
      else siblings.push(line)
    }
  }
  if (lines !== objects || found.length !== roots) return undefined
  for (const parent of children.keys()) if (!ids.has(parent)) return undefined
  const assemble = (line: Line): BulkNode[] => {
    const fields = parse(bytes, line)
    if (fields === undefined) return []
    const own = typeof fields.id === 'string' ? children.get(fields.id) : undefined
    return [{ fields, children: (own ?? []).flatMap(assemble) }]
  }
  return { length: found.length, slice: (start, end) => found.slice(start, end).flatMap(assemble) }
}

/** Where a line begins, and where its end is. */
type Line = readonly [start: number, end: number]

function* linesOf(bytes: Buffer): Generator<Line> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start)
    const stop = end < 0 ? bytes.length : end
    if (stop > start) yield [start, stop]
    start = stop + 1
  }
}

function parse(bytes: Buffer, [start, end]: Line): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(bytes.toString('utf8', start, end))
    return isRow(row) ? row : undefined
  } catch {
    // A cut line makes the file unusable, which the caller says.
    return undefined
  }
}
