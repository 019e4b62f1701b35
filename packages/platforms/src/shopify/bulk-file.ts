import { unreadable } from './order-pages.ts'
import { isRow } from './values.ts'
import { WholeOrder } from './wire.ts'

/** A finished file, and its expected contents. */
export interface BulkResult {
  /** Null when nothing was found. */
  readonly url: string | null
  readonly objects: number
  readonly roots: number
  readonly bytes: number
}

/** One object of a bulk file with its children. */
interface BulkNode {
  readonly fields: Readonly<Record<string, unknown>>
  readonly children: readonly BulkNode[]
}

/**
 * The root objects of a complete bulk file, in the file's order. Only requested objects are parsed, and once; the rest stays
 * as bytes. Undefined where an object among them is damaged, which its head did not show.
 */
export interface BulkFile {
  readonly length: number
  slice(start: number, end?: number): BulkNode[] | undefined
}

/**
 * Reassembles a bulk file: one object a line, children naming their parent, in any order. Undefined if the file is truncated,
 * has fewer or more objects than announced, or names a missing parent.
 */
export function readBulkFile(file: Uint8Array, { objects, roots }: BulkResult): BulkFile | undefined {
  const found: Line[] = []
  const children = new Map<string, Line[]>()
  const ids = new Set<string>()
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let lines = 0
  let last: Line | undefined
  for (const line of linesOf(bytes)) {
    const head = readHead(bytes, line)
    if (head === undefined) return undefined
    lines += 1
    last = line
    const { id, parent } = head
    if (id !== undefined) ids.add(id)
    if (parent === undefined) found.push(line)
    else {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [line])
      else siblings.push(line)
    }
  }
  if (lines !== objects || found.length !== roots) return undefined
  // A file that ends too early is cut in its last line.
  if (last !== undefined && parse(bytes, last) === undefined) return undefined
  for (const parent of children.keys()) if (!ids.has(parent)) return undefined
  const assemble = (some: readonly Line[]): BulkNode[] | undefined => {
    const nodes: BulkNode[] = []
    for (const line of some) {
      const fields = parse(bytes, line)
      const own = typeof fields?.id === 'string' ? children.get(fields.id) : undefined
      const below = assemble(own ?? [])
      if (fields === undefined || below === undefined) return undefined
      nodes.push({ fields, children: below })
    }
    return nodes
  }
  return { length: found.length, slice: (start, end) => assemble(found.slice(start, end)) }
}

/** The position of a line in the file. */
type Line = readonly [start: number, end: number]

const lineFeed = 10
const quote = 34
const closingBrace = 125

function* linesOf(bytes: Buffer): Generator<Line> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start)
    const stop = end < 0 ? bytes.length : end
    if (stop > start) yield [start, stop]
    start = stop + 1
  }
}

/** What connects a line with others. */
interface Head {
  readonly id: string | undefined
  readonly parent: string | undefined
}

/** Ids are short, and begin a line. */
const headBytes = 160
const ownId = /^\{(?:"__typename":"\w+",)?"id":"([^"\\]*(?:\\\/[^"\\]*)*)"/
const parentKey = '"__parentId":'

/**
 * Reads the ids of a line without parsing it, as Shopify writes them: its own first, its parent's last. Within a text no
 * quotation mark stands unescaped, so nothing else looks like that. Any other line is parsed; undefined if it cannot be.
 */
function readHead(bytes: Buffer, [start, end]: Line): Head | undefined {
  const own = ownId.exec(bytes.toString('latin1', start, Math.min(end, start + headBytes)))?.[1]
  if (own !== undefined && bytes[end - 1] === closingBrace) {
    const parent = readParent(bytes, [start, end])
    if (parent !== undefined) return { id: unescaped(own), parent: unescaped(parent) }
    if (!bytes.subarray(start, end).includes(parentKey)) return { id: unescaped(own), parent: undefined }
  }
  const row = parse(bytes, [start, end])
  if (row === undefined) return undefined
  const { id, __parentId: parent } = row
  return { id: typeof id === 'string' ? id : undefined, parent: typeof parent === 'string' ? parent : undefined }
}

/** The parent that a line ends with, as written; undefined if it does not. */
function readParent(bytes: Buffer, [start, end]: Line): string | undefined {
  const closing = end - 2
  if (bytes[closing] !== quote) return undefined
  const opening = bytes.lastIndexOf(quote, closing - 1)
  const key = opening - parentKey.length
  if (key <= start || bytes.toString('latin1', key, opening) !== parentKey) return undefined
  const text = bytes.toString('latin1', opening + 1, closing)
  return /\\(?!\/)/.test(text) ? undefined : text
}

/** Shopify escapes the slashes of its ids. */
function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\/', '/') : text
}

function parse(bytes: Buffer, [start, end]: Line): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(bytes.toString('utf8', start, end))
    return isRow(row) ? row : undefined
  } catch {
    // A truncated line makes the file unusable; the caller reports that.
    return undefined
  }
}

/** Validates orders one by one, so that an invalid one does not affect the others. */
export function toWholeOrders(nodes: readonly BulkNode[]): { whole: WholeOrder[]; warnings: string[] } {
  const whole: WholeOrder[] = []
  const warnings: string[] = []
  for (const node of nodes) {
    const order = toWhole(node)
    if (order === undefined) warnings.push(unreadable(node.fields))
    else whole.push(order)
  }
  return { whole, warnings }
}

function toWhole({ fields, children }: BulkNode): WholeOrder | undefined {
  const agreements = children.map((agreement) => ({
    ...agreement.fields,
    sales: agreement.children.map((sale) => sale.fields),
  }))
  const whole = WholeOrder.safeParse({ order: fields, agreements })
  return whole.success ? whole.data : undefined
}
