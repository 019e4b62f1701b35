// Administrators who look in as somebody: the cookie of their browser, and the visit that it opens.
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@tillsight/core'
import { findSupportVisit } from '@tillsight/database'
import { isWithin, visitorOf } from '@tillsight/domain'
import { readSupportToken } from '../../app/guards/support-cookie.ts'
import type { Config } from '../config.ts'
import type { Stores } from '../stores.ts'
import type { OpenSupport, Visit } from './visit.ts'

/** What looking a visit up takes. */
interface SupportParts {
  readonly stores: Pick<Stores, 'database'>
  readonly clock: Clock
  readonly config: Pick<Config, 'adminNetworks'>
}

/** A token for the browser, and what is stored of it. */
export function newSupportToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** Whether the browser has such a cookie, of a visit that may have ended. */
export function hasSupportCookie({ request }: Pick<Visit, 'request'>): boolean {
  return readSupportToken(request.cookies) !== undefined
}

/**
 * The visit that the browser's cookie opens, if the session is that of the administrator who began it, complete, in a network that they
 * may come from, within half an hour, and while the organisation allows it. Programs with a token never look in.
 */
export async function findOpenSupport(
  { stores, clock, config }: SupportParts,
  { request, anyCaller }: Pick<Visit, 'request' | 'anyCaller'>,
): Promise<OpenSupport | undefined> {
  const token = request.bearer === undefined ? readSupportToken(request.cookies) : undefined
  if (token === undefined || !isWithin(config.adminNetworks, request.ip)) return undefined
  const caller = await anyCaller().catch(() => undefined)
  if (!caller?.isComplete) return undefined
  const search = { tokenHash: hashOf(token), admin: caller.id, now: clock.now() }
  const visit = await findSupportVisit(stores.database.kysely, search)
  if (!visit) return undefined
  const { id, personId, personName, organisationName, endsAt } = visit
  return { id, person: personId, name: personName, organisation: organisationName, endsAt, actor: visitorOf(visit) }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
