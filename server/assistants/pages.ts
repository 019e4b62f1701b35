import { createHash } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { cleanData } from './clean.ts'

/** What an assistant is told at once. */
const largestBytes = 64 * 1024
/** Room for the cursor, and for what stands around lists. */
const spareBytes = 2 * 1024

/** An answer before it is cut into pages. */
export interface Draft {
  /** Stands on every page. */
  readonly fixed: Readonly<Record<string, unknown>>
  /** Divided over pages, one list after the other; their texts may be anybody's. */
  readonly lists?: Readonly<Record<string, readonly unknown[]>>
  /** What stands beside the lists of a page, by the items on it: the first, and the first after them. */
  readonly beside?: (from: number, to: number) => object
  readonly about: object
  /** Characters of its longest text, where our own sentences are longer than a name may be. */
  readonly longestText?: number
  /** Continues the lists after their last page. */
  readonly next?: string | undefined
}

/** Where a page begins. */
export interface Position {
  /** The cursor of the question behind the tool. */
  readonly cursor: string | undefined
  /** How many items of the lists are on the pages before. */
  readonly skip: number
}

/** An answer as it is sent: the same twice. */
export interface Page {
  readonly content: Record<string, unknown>
  readonly text: string
}

const Mark = z.tuple([z.string(), z.string().nullable(), z.int().min(0)])

/** Where the page of a cursor begins. Throws `invalid_input` for a cursor of another question. */
export function readPosition(cursor: unknown, question: unknown): Position {
  if (typeof cursor !== 'string') return { cursor: undefined, skip: 0 }
  const mark = Mark.safeParse(parse(Buffer.from(cursor, 'base64url').toString()))
  if (!mark.success || mark.data[0] !== hashOf(question)) {
    throw new AppError(
      'invalid_input',
      'This cursor is not of this question: send the question unchanged, with the cursor of its last answer.',
    )
  }
  const [, inner, skip] = mark.data
  return { cursor: inner ?? undefined, skip }
}

/** The page at a position: as much as fits, with a cursor for the rest. */
export function pageOf(draft: Draft, { cursor, skip }: Position, question: unknown): Page {
  const { fixed, lists = {}, beside, about, longestText, next } = draft
  const entries = Object.entries(lists).flatMap(([name, items]) => items.map((item) => [name, item] as const))
  const page: Record<string, unknown[]> = Object.fromEntries(Object.keys(lists).map((name) => [name, []]))
  const data = cleanData(fixed, longestText) as Record<string, unknown>
  let room = largestBytes - spareBytes - sizeOf({ ...data, ...page, about })
  let end = skip
  for (const [name, item] of entries.slice(skip)) {
    const clean = cleanData(item, longestText)
    room -= sizeOf(clean) + 1
    if (room < 0 && end > skip) break
    page[name]?.push(clean)
    end += 1
  }
  const rest = end < entries.length ? markOf(question, cursor, end) : next && markOf(question, next, 0)
  const content = {
    ...data,
    ...beside?.(skip, end),
    ...page,
    ...(rest ? { truncated: true, cursor: rest } : {}),
    about,
  }
  return { content, text: JSON.stringify(content) }
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function markOf(question: unknown, cursor: string | undefined, skip: number): string {
  return Buffer.from(JSON.stringify([hashOf(question), cursor ?? null, skip])).toString('base64url')
}

function hashOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
