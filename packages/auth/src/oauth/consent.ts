import { randomBytes, randomUUID } from 'node:crypto'
import type { AuthOAuthAuthorizationsTable, Db } from '@tillsight/database'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { type Caller, requireUser } from '../guards.ts'
import { hasVerifiedFactor, listMethods } from '../sessions.ts'
import { type Call, type Endpoint, isUuid, readBody } from '../wire.ts'
import { returnAddress } from './authorize.ts'
import { type ClientRow, findClient } from './clients.ts'
import { hashSecret, parseScopes, requireResource } from './server.ts'

/** For how long a request of a client waits for a decision. */
const decidedWithinMs = 10 * 60_000

type AuthorizationRow = Selectable<AuthOAuthAuthorizationsTable>

/** `GET /oauth/authorizations/{id}`: what the person is asked. Whoever opens it first decides. Nothing is ever let in unasked. */
export const showAuthorization: Endpoint = async (auth, call, { id = '' }) => {
  requireResource(auth)
  const caller = await requireUser(auth, call)
  const { user } = caller
  const { row, client, needsFactor } = await auth.db.transaction(async (tx) => {
    const found = await lockOpen(auth, tx, { id, user: user.id })
    if (found.row.userId === null) {
      await tx.updateTable('authOauthAuthorizations').set({ userId: user.id }).where('id', '=', id).execute()
    }
    return { ...found, needsFactor: await lacksShownFactor(tx, { caller, row: found.row }) }
  })
  return Response.json(
    {
      authorization_id: row.id,
      redirect_uri: row.redirectUri,
      client: viewOf(client),
      user: { id: user.id, email: user.email ?? '' },
      scope: row.scopes.join(' '),
      // Not of the protocol: a page then asks for the code together with the decision.
      needs_factor: needsFactor,
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

function viewOf(client: ClientRow): object {
  return { id: client.id, name: client.name, uri: client.uri, logo_uri: client.logoUri }
}

const Decision = z.object({
  action: z.enum(['approve', 'deny']),
  /** Fewer than were asked for. */
  scope: z.string().max(1000).optional(),
  /** What the product adds; it reads it again when a token is used. */
  details: z.record(z.string(), z.unknown()).optional(),
})
type Decision = z.infer<typeof Decision>
const largestDetails = 20_000

/** `POST /oauth/authorizations/{id}/consent`. People with a second factor show it for this decision. */
export const decide: Endpoint = async (auth, call, { id = '' }) => {
  requireResource(auth)
  const caller = await requireUser(auth, call)
  const decision = await readBody(call.request, Decision)
  if (JSON.stringify(decision.details ?? {}).length > largestDetails) throw invalid('details: too large')
  const address = await auth.db.transaction(async (tx) => {
    const { row } = await lockOpen(auth, tx, { id, user: caller.user.id })
    if (decision.action === 'deny') return await deny(auth, tx, row)
    if (await lacksShownFactor(tx, { caller, row })) {
      throw new AuthError(403, 'insufficient_aal', 'Confirm with your second factor first')
    }
    return await approve(auth, tx, { call, caller, row, decision })
  })
  return Response.json({ redirect_url: address }, { headers: { 'cache-control': 'no-store' } })
}

/** Throws `404` for what is not there, was decided, is old, or was opened by somebody else. */
async function lockOpen(
  auth: Auth,
  tx: Db,
  { id, user }: { readonly id: string; readonly user: string },
): Promise<{ readonly row: AuthorizationRow; readonly client: ClientRow }> {
  const row = isUuid(id)
    ? await tx.selectFrom('authOauthAuthorizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  const client = row && (await findClient(tx, row.clientId))
  const isTheirs = row?.userId === null || row?.userId === user
  const isOpen = row?.decidedAt === null && auth.clock.now().getTime() - row.createdAt.getTime() < decidedWithinMs
  if (row && client && isTheirs && isOpen) return { row, client }
  throw new AuthError(
    404,
    'oauth_authorization_not_found',
    'This request is over, or was never made. Connect again in the program that asked.',
  )
}

async function deny(auth: Auth, tx: Db, row: AuthorizationRow): Promise<string> {
  await tx
    .updateTable('authOauthAuthorizations')
    .set({ decidedAt: auth.clock.now() })
    .where('id', '=', row.id)
    .execute()
  return returnAddress(auth, row, { error: 'access_denied', error_description: 'The person said no.' })
}

/**
 * Whether somebody with a second factor has not shown it since the request came. A session that was raised earlier does not
 * do: it may have been left open.
 */
async function lacksShownFactor(tx: Db, { caller, row }: Pick<Approval, 'caller' | 'row'>): Promise<boolean> {
  const { user, session } = caller
  if (!(await hasVerifiedFactor(tx, user.id))) return false
  const methods = session?.aal === 'aal2' ? await listMethods(tx, session.id) : []
  return !methods.some(({ method, usedAt }) => (method === 'totp' || method === 'mfa/phone') && usedAt >= row.createdAt)
}

interface Approval {
  readonly call: Call
  readonly caller: Caller
  readonly row: AuthorizationRow
  readonly decision: Decision
}

async function approve(auth: Auth, tx: Db, { call, caller, row, decision }: Approval): Promise<string> {
  const scopes = decision.scope === undefined ? row.scopes : parseScopes(decision.scope)
  if (scopes.length === 0 || !scopes.every((scope) => row.scopes.includes(scope))) {
    throw invalid('scope: at least one of those that were asked for, and no other')
  }
  const now = auth.clock.now()
  const granted = {
    redirectUri: row.redirectUri,
    scopes,
    details: JSON.stringify(decision.details ?? {}),
    grantedAt: now,
  }
  const { id: grantId } = await tx
    .insertInto('authOauthGrants')
    .values({ ...granted, id: randomUUID(), userId: caller.user.id, clientId: row.clientId })
    .onConflict((conflict) => conflict.columns(['userId', 'clientId']).doUpdateSet(granted))
    .returning('id')
    .executeTakeFirstOrThrow()
  const code = randomBytes(32).toString('base64url')
  await tx
    .updateTable('authOauthAuthorizations')
    .set({ userId: caller.user.id, decidedAt: now, grantId, grantedScopes: scopes, codeHash: hashSecret(code) })
    .where('id', '=', row.id)
    .execute()
  await tx.updateTable('authOauthClients').set({ usedAt: now }).where('id', '=', row.clientId).execute()
  await audit(auth, tx, {
    action: 'oauth_consented',
    user: caller.user.id,
    call,
    traits: { client: row.clientId, scopes },
  })
  return returnAddress(auth, row, { code })
}

/** `GET /user/oauth/grants`. */
export const listGrants: Endpoint = async (auth, call) => {
  requireResource(auth)
  const { user } = await requireUser(auth, call)
  const rows = await auth.db.kysely
    .selectFrom('authOauthGrants')
    .innerJoin('authOauthClients', 'authOauthClients.id', 'authOauthGrants.clientId')
    .selectAll('authOauthClients')
    .select(['authOauthGrants.scopes', 'authOauthGrants.grantedAt'])
    .where('userId', '=', user.id)
    .orderBy('authOauthGrants.grantedAt', 'desc')
    .execute()
  return Response.json(
    rows.map((row) => ({ client: viewOf(row), scopes: row.scopes, granted_at: row.grantedAt.toISOString() })),
  )
}

/** `DELETE /user/oauth/grants?client_id=`: every token of the client stops working at once. */
export const revokeGrant: Endpoint = async (auth, call) => {
  requireResource(auth)
  const { user } = await requireUser(auth, call)
  const client = call.query.get('client_id') ?? ''
  await auth.db.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('authOauthGrants')
      .where('userId', '=', user.id)
      .where('clientId', '=', client)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AuthError(404, 'oauth_grant_not_found', 'No such program is connected')
    await audit(auth, tx, { action: 'token_revoked', user: user.id, call, traits: { client } })
  })
  return new Response(null, { status: 204 })
}
