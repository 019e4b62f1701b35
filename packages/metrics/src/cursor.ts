import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { fingerprint } from './fingerprint.ts'

/** Where the next page of this very question begins, opaque to whoever passes it back. */
export function encodeCursor(question: unknown, position: readonly (string | number)[]): string {
  const text = JSON.stringify([fingerprint(JSON.stringify(question)), ...position])
  return btoa(encodeURIComponent(text)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Reads a cursor; throws `invalid_input` when it is none or belongs to another question. */
export function decodeCursor<T>(question: unknown, cursor: string, position: z.ZodType<T>): T {
  try {
    const text = decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    const [owner, ...rest] = z.array(z.unknown()).parse(JSON.parse(text))
    if (owner === fingerprint(JSON.stringify(question))) return position.parse(rest)
  } catch {
    // Falls through: the one message below covers every way of being wrong.
  }
  throw new AppError(
    'invalid_input',
    'The cursor does not belong to this question: ask for the first page again and follow its cursor.',
  )
}
