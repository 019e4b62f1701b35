import { AppError } from '@tillsight/core'

/** Where a page begins. Throws `invalid_input` for what is no cursor. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const place = /^rows:(\d{1,9})$/.exec(cursor)?.[1]
  if (place !== undefined) return Number(place)
  throw new AppError(
    'invalid_input',
    'The cursor does not belong to this question: ask for the first page again and follow its cursor.',
  )
}
