import { AppError, type ShopId } from '@tillsight/core'
import { takePendingConnect } from '@tillsight/database'
import type { CallbackContext } from './complete-connect.ts'
import { findPendingConnect, isSameBrowser } from './pending-connect.ts'
import { connectorOf } from './platform-call.ts'

/** A browser that comes back from a platform. */
interface Returning {
  readonly connector: string
  readonly query: Readonly<Record<string, string>>
  /** What it can show. */
  readonly browser: string | undefined
}

/**
 * The shop that a browser comes back to from a platform; undefined when the flow in its address is not known. Another browser
 * than the one that began ends the flow for everybody, with the keys that wait in it: whoever approved was not who asked.
 * Throws `forbidden` then.
 */
export async function findReturningShop(
  { db, clock, services }: CallbackContext,
  { connector: id, query, browser }: Returning,
): Promise<ShopId | undefined> {
  const connector = connectorOf(services, id)
  const returned = connector.connect.redirect?.returned(query)
  const pending = returned && (await findPendingConnect(db.kysely, returned.state))
  if (pending === undefined || pending.connector !== connector.id || isSameBrowser(pending, browser))
    return pending?.shopId
  if (pending.usedAt === null) await takePendingConnect(db.kysely, pending.state, clock.now())
  throw otherBrowser()
}

/** The refusal of whoever did not begin. */
export function otherBrowser(): AppError {
  return new AppError(
    'forbidden',
    'This connection was begun in another browser, or under another address of this site, so nothing was connected. ' +
      'If it was you, start again and approve in the same browser; if not, remove the keys that you approved just now.',
    { details: { reason: 'other_browser' } },
  )
}
