import { AppError } from '@tillsight/core'
import { z } from 'zod'

/** The same for an import that never was, one that was discarded and one of another shop. */
export function importNotFound(): AppError {
  return new AppError(
    'not_found',
    'There is no such import in this shop. It may have been discarded, or was never finished and removed after 7 days.',
  )
}

/** Names an import. What is no id at all cannot be one of the shop's: `not_found`, as for any other. */
export const ImportId = z.string().transform((id) => {
  if (z.uuid().safeParse(id).success) return id
  throw importNotFound()
})
