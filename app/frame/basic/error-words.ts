import { isRouteErrorResponse } from 'react-router'
import type { Text } from '../../language/index.ts'

/** The status of a failed page; whatever is not a response is our own mistake. */
export function statusOf(failure: unknown): number {
  return isRouteErrorResponse(failure) ? failure.status : 500
}

/** The response's own status message, else the usual title of the status. */
export function titleOf(failure: unknown, t: Text): string {
  const status = statusOf(failure)
  const own = isRouteErrorResponse(failure) ? failure.statusText : ''
  // The router's default texts for these two are ignored.
  if (own && status !== 404 && status !== 500) return own
  return t(status === 404 ? 'shell.not_found' : 'shell.failed')
}

/** Whether a chunk failed to load, by the browsers' error messages. */
export function isMissingPiece(failure: unknown): boolean {
  return (
    failure instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(failure.message)
  )
}
