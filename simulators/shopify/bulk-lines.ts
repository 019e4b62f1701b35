import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { guardField } from './access.ts'
import type { FieldPlan } from './bulk-plan.ts'
import { Connection } from './connection.ts'
import { valueOf } from './node.ts'
import type { Call, ListName } from './world.ts'

/** One line of a result file. */
export interface BulkLine {
  readonly text: string
  readonly isRoot: boolean
}

/** How many root objects are written before their children, without grouping. */
const looseness = 20

/** The lines of a bulk query. Children follow their parent when grouped; else they come later, in batches. */
export function* bulkLines(plan: FieldPlan, call: Call, isGrouped: boolean): Iterable<BulkLine> {
  let held: BulkLine[] = []
  let roots = 0
  for (const node of rootsOf(plan, call)) {
    const children: BulkLine[] = []
    yield { text: toLine(flatten(node, { fields: plan.inner, call, children, parentId: undefined })), isRoot: true }
    roots += 1
    if (isGrouped) yield* children
    else held.push(...children)
    if (roots % looseness !== 0) continue
    yield* held
    held = []
  }
  yield* held
}

function rootsOf({ parentType, name, args }: FieldPlan, call: Call): Iterable<object> {
  guardField(parentType, name, call)
  const { listings } = call.world.store
  if (!isListName(name)) throw new Error(`The sandbox cannot read ${name} in bulk`)
  return listings[name].all(args, call)
}

function isListName(name: string): name is ListName {
  return ['orders', 'products', 'productVariants', 'inventoryItems', 'customers'].includes(name)
}

interface Flattening {
  readonly fields: readonly FieldPlan[]
  readonly call: Call
  readonly children: BulkLine[]
  readonly parentId: unknown
}

/** The inline part of an object; objects in connections get lines of their own. */
function flatten(source: object, { fields, call, children, parentId }: Flattening): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  const later: FieldPlan[] = []
  for (const field of fields) {
    if (field.onType !== undefined && Reflect.get(source, '__typename') !== field.onType) continue
    if (field.kind === 'connection') later.push(field)
    else out[field.key] = inline(source, field, { call, children })
  }
  if (parentId !== undefined) out['__parentId'] = parentId
  for (const field of later)
    addChildren(source, field, { call, children, parentId: valueOf(source, 'id', { args: {}, call }) })
  return out
}

function addChildren(source: object, field: FieldPlan, { call, children, parentId }: Omit<Flattening, 'fields'>): void {
  guardField(field.parentType, field.name, call)
  const value = valueOf(source, field.name, { args: field.args, call })
  if (!(value instanceof Connection)) return
  for (const node of value.nodes) {
    if (typeof node !== 'object' || node === null) continue
    const own: BulkLine[] = []
    const text = toLine(flatten(node, { fields: field.inner, call, children: own, parentId }))
    children.push({ text, isRoot: false }, ...own)
  }
}

function inline(source: object, field: FieldPlan, to: Pick<Flattening, 'call' | 'children'>): unknown {
  guardField(field.parentType, field.name, to.call)
  const value = valueOf(source, field.name, { args: field.args, call: to.call })
  if (field.kind === 'leaf') return value ?? null
  const one = (entry: unknown): unknown =>
    typeof entry === 'object' && entry !== null
      ? flatten(entry, { ...to, fields: field.inner, parentId: undefined })
      : null
  return Array.isArray(value) ? value.map(one) : one(value)
}

/** JSON in the format of Shopify's files, with escaped slashes. */
function toLine(value: object): string {
  return JSON.stringify(value).replaceAll('/', '\\/')
}

const flushBytes = 1 << 18
/** Roots that are written before other calls get their turn. */
const stride = 500

/**
 * A result file, which can be read while it is written. It has no name on disk: it is gone when the simulator exits, however
 * that happens.
 */
export class BulkFile {
  readonly #file: number
  objects = 0
  roots = 0
  bytes = 0
  isDone = false
  #isClosed = false

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'shopify-sandbox-'))
    this.#file = openSync(join(folder, 'bulk.jsonl'), 'w+')
    rmSync(folder, { recursive: true, force: true })
  }

  /** Writes lines; the first portion at once, so that small results are there when this returns. */
  async write(lines: Iterable<BulkLine>): Promise<void> {
    let waiting = ''
    const flush = (): void => {
      this.bytes += writeSync(this.#file, waiting)
      waiting = ''
    }
    try {
      for (const { text, isRoot } of lines) {
        if (this.#isClosed) return
        waiting += `${text}\n`
        this.objects += 1
        if (isRoot) this.roots += 1
        if (waiting.length > flushBytes) flush()
        if (isRoot && this.roots % stride === 0) await setImmediate()
      }
      if (!this.#isClosed) flush()
    } finally {
      this.isDone = true
    }
  }

  /** The first `bytes` of the written file. */
  read(bytes: number): Readable {
    return Readable.from(this.#chunks(bytes), { objectMode: false })
  }

  *#chunks(bytes: number): Iterable<Buffer> {
    for (let at = 0; at < bytes && !this.#isClosed; ) {
      const chunk = Buffer.allocUnsafe(Math.min(flushBytes, bytes - at))
      const got = readSync(this.#file, chunk, 0, chunk.length, at)
      if (got === 0) return
      at += got
      yield chunk.subarray(0, got)
    }
  }

  /** Stops writing and deletes the file. */
  remove(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    closeSync(this.#file)
  }
}
