import { AppError } from '@tillsight/core'
import { findKeyIn, revokeExposedKey } from '@tillsight/domain'
import { createMiddleware } from 'hono/factory'
import type { Runtime } from '../runtime.ts'

/**
 * Refuses requests with a key of the API in their address, wherever they lead, and revokes it: addresses are written to logs,
 * histories and spreadsheets.
 */
export function refuseKeysInAddresses({ stores, clock, log }: Runtime) {
  return createMiddleware(async ({ req }, next) => {
    const key = findKeyIn(req.url) ?? findKeyIn(req.url.includes('%') ? decode(req.url) : '')
    if (key === undefined) return await next()
    const wasValid = await revokeExposedKey({ db: stores.database, clock, log }, key)
    const what = wasValid ? 'it has been revoked: others may have seen it. Create another one' : 'it is no valid key'
    throw new AppError(
      'invalid_input',
      `A key stands in the address of this request, and ${what}. Send keys only as “Authorization: Bearer …”.`,
    )
  })
}

/** Also of addresses with broken escapes. */
function decode(address: string): string {
  return address.replaceAll(/%[2-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape))
}
