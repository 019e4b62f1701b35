import { AppError } from '@tillsight/core'

/** The same for an import that never was, one that was discarded and one of another shop. */
export function importNotFound(): AppError {
  return new AppError(
    'not_found',
    'There is no such import in this shop. It may have been discarded, or was never finished and removed after 7 days.',
  )
}
