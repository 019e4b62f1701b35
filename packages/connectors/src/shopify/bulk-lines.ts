import type { BulkResult } from './bulk.ts'
import { isRow } from './values.ts'

/** One object of a bulk file with what hangs below it. */
export interface BulkNode {
  readonly fields: Readonly<Record<string, unknown>>
  readonly children: readonly BulkNode[]
}

/**
 * Puts a bulk file together again: one object a line, children naming their parent, in any order. Undefined when the file
 * is cut, holds fewer or more than announced, or names a parent that is not in it.
 */
export function readBulkFile(file: Uint8Array, { objects, roots }: BulkResult): BulkNode[] | undefined {
  const found: Readonly<Record<string, unknown>>[] = []
  const children = new Map<string, Readonly<Record<string, unknown>>[]>()
  const ids = new Set<string>()
  let lines = 0
  for (const line of linesOf(file)) {
    const row = parse(line)
    if (row === undefined) return undefined
    lines += 1
    if (typeof row.id === 'string') ids.add(row.id)
    const parent = row.__parentId
    if (typeof parent !== 'string') found.push(row)
    else {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [row])
      else siblings.push(row)
    }
  }
  if (lines !== objects || found.length !== roots) return undefined
  for (const parent of children.keys()) if (!ids.has(parent)) return undefined
  return found.map((row) => assemble(row, children))
}

function assemble(
  fields: Readonly<Record<string, unknown>>,
  children: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>,
): BulkNode {
  const own = typeof fields.id === 'string' ? children.get(fields.id) : undefined
  return { fields, children: (own ?? []).map((child) => assemble(child, children)) }
}

/** Lines of a file, without making one text of all of it. */
function* linesOf(file: Uint8Array): Generator<string> {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(10, start)
    const stop = end < 0 ? buffer.length : end
    if (stop > start) yield buffer.toString('utf8', start, stop)
    start = stop + 1
  }
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(line)
    return isRow(row) ? row : undefined
  } catch {
    // A cut line makes the file unusable, which the caller says.
    return undefined
  }
}
