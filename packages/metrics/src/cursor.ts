import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { fingerprint } from './fingerprint.ts'

/** An opaque cursor for the next page, bound to this query. */
export function encodeCursor(query: unknown, position: readonly (string | number)[]): string {
  const text = JSON.stringify([fingerprint(JSON.stringify(query)), ...position])
  return btoa(encodeURIComponent(text)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Reads a cursor; throws `invalid_input` when it is invalid or belongs to another query. */
export function decodeCursor<T>(query: unknown, cursor: string, position: z.ZodType<T>): T {
  try {
    const text = decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    const [owner, ...rest] = z.array(z.unknown()).parse(JSON.parse(text))
    if (owner === fingerprint(JSON.stringify(query))) return position.parse(rest)
  } catch {
    // Falls through: the one message below covers every kind of invalid cursor.
  }
  throw foreignCursor()
}

/** A cursor that holds only the offset of the next page. */
export function placeCursor(place: number): string {
  return `rows:${place}`
}

/** The offset in such a cursor, 0 without one. Throws `invalid_input` for an invalid cursor. */
export function pageStart(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const place = /^rows:(\d{1,9})$/.exec(cursor)?.[1]
  if (place !== undefined) return Number(place)
  throw foreignCursor()
}

/** One page of rows that are all in memory, with the cursor of the next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { readonly rows: Row[]; readonly cursor?: string } {
  const end = pageStart(cursor) + limit
  return { rows: rows.slice(end - limit, end), ...(end < rows.length ? { cursor: placeCursor(end) } : {}) }
}

function foreignCursor(): AppError {
  return new AppError(
    'invalid_input',
    'The cursor does not belong to this question: ask for the first page again and follow its cursor.',
  )
}
