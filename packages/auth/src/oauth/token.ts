import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AuthOAuthAuthorizationsTable, Db } from '@tillsight/database'
import type { Selectable } from 'kysely'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { OAuthError } from '../errors.ts'
import { takeIpTurn } from '../guards.ts'
import { isBanned } from '../sessions.ts'
import { decodeRefreshToken, isSameText } from '../tokens.ts'
import { findUser } from '../users.ts'
import { type Call, type Endpoint, isUuid, readText } from '../wire.ts'
import { findAccessToken, signFor, type TokenRow, type Tokens } from './access-token.ts'
import { type ClientRow, findClient } from './clients.ts'
import { assertSingle, hashSecret, parseScopes, requireResource } from './server.ts'

const codeLifeMs = 60_000
/**
 * An answer may be lost on its way: within this time the token before the current one gets the current one again. Later it can
 * only be a copy.
 */
const retryWithinMs = 60_000
/** Without a refresh for so long, the person connects again. */
export const idleLifeMs = 90 * 86_400_000

/** A refusal has to be committed together with what it ends. */
type Outcome = { readonly tokens: Tokens } | { readonly error: OAuthError }

/** `POST /oauth/token`, as a form. */
export const tradeForTokens: Endpoint = async (auth, call) => {
  requireResource(auth)
  takeIpTurn(auth, call, 'oauth_token')
  const form = await readForm(call)
  const client = await authenticate(auth, call, form)
  const trade = trades.get(form.get('grant_type') ?? '')
  if (!trade) throw new OAuthError('unsupported_grant_type', 'grant_type: authorization_code or refresh_token')
  const outcome = await auth.db.transaction((tx) => trade(auth, tx, { call, form, client }))
  if ('error' in outcome) throw outcome.error
  return Response.json(outcome.tokens, { headers: { 'cache-control': 'no-store', pragma: 'no-cache' } })
}

interface Given {
  readonly call: Call
  readonly form: URLSearchParams
  readonly client: ClientRow
}

const trades: ReadonlyMap<string, (auth: Auth, tx: Db, given: Given) => Promise<Outcome>> = new Map([
  ['authorization_code', tradeCode],
  ['refresh_token', tradeRefreshToken],
])

/** `POST /oauth/revoke` (RFC 7009): ends the tokens that belong together; says nothing about what was no token. */
export const revokeToken: Endpoint = async (auth, call) => {
  requireResource(auth)
  takeIpTurn(auth, call, 'oauth_token')
  const form = await readForm(call)
  const client = await authenticate(auth, call, form)
  const text = form.get('token') ?? ''
  await auth.db.transaction(async (tx) => {
    const id = (await findRefreshToken(auth, tx, text))?.row.id ?? (await findAccessToken(auth, text))?.family
    if (id === undefined) return
    const row = await tx
      .deleteFrom('authOauthTokens')
      .using('authOauthGrants')
      .whereRef('authOauthGrants.id', '=', 'authOauthTokens.grantId')
      .where('authOauthTokens.id', '=', id)
      .where('authOauthGrants.clientId', '=', client.id)
      .returning('authOauthGrants.userId')
      .executeTakeFirst()
    if (row) await audit(auth, tx, { action: 'token_revoked', user: row.userId, call, traits: { client: client.id } })
  })
  return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } })
}

async function readForm({ request }: Call): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) {
    throw new OAuthError('invalid_request', 'The body has to be a form: application/x-www-form-urlencoded')
  }
  const form = new URLSearchParams(await readText(request))
  assertSingle(form)
  return form
}

/** Throws `401 invalid_client`. */
async function authenticate(auth: Auth, call: Call, form: URLSearchParams): Promise<ClientRow> {
  const basic = readBasic(call.request.headers.get('authorization'))
  const id = basic?.id ?? form.get('client_id') ?? ''
  const secret = basic?.secret ?? form.get('client_secret') ?? ''
  const client = id.startsWith('https://') || isUuid(id) ? await findClient(auth.db.kysely, id) : undefined
  if (!client) throw new OAuthError('invalid_client', 'This client is not registered here', 401)
  if (client.secretHash !== null && !isSameText(client.secretHash, hashSecret(secret))) {
    throw new OAuthError('invalid_client', 'The secret of this client is another one', 401)
  }
  return client
}

function readBasic(header: string | null): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(header?.trim() ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  const [plain] = new URLSearchParams(`${id}=${secret}`)
  return plain && { id: plain[0], secret: plain[1] }
}

type AuthorizationRow = Selectable<AuthOAuthAuthorizationsTable>

async function tradeCode(auth: Auth, tx: Db, given: Given): Promise<Outcome> {
  const { form, client, call } = given
  const row = await tx
    .selectFrom('authOauthAuthorizations')
    .selectAll()
    .where('codeHash', '=', hashSecret(form.get('code') ?? ''))
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.clientId !== client.id) return refused('code: there is none like it')
  if (row.codeUsedAt !== null) {
    // Two hold the code, and nobody can tell which of them is the client.
    if (row.tokenId !== null) await tx.deleteFrom('authOauthTokens').where('id', '=', row.tokenId).execute()
    const traits = { client: client.id, why: 'code used twice' }
    await audit(auth, tx, { action: 'token_revoked', user: row.userId, call, traits })
    return refused('code: it was used before, so the tokens it was traded for have ended. Connect again')
  }
  const problem = problemOfTrade(auth, row, form)
  if (problem) return problem
  const family = await insertFamily(auth, tx, row)
  await tx
    .updateTable('authOauthAuthorizations')
    .set({ codeUsedAt: auth.clock.now(), tokenId: family.id })
    .where('id', '=', row.id)
    .execute()
  return await answer(auth, tx, { family, client })
}

function problemOfTrade(auth: Auth, row: AuthorizationRow, form: URLSearchParams): Outcome | undefined {
  const ageMs = auth.clock.now().getTime() - (row.decidedAt ?? row.createdAt).getTime()
  if (ageMs >= codeLifeMs) return refused('code: it is older than 60 seconds. Connect again')
  const redirect = form.get('redirect_uri')
  if (redirect !== null && redirect !== row.redirectUri) return refused('redirect_uri: not that of the request')
  if (form.get('resource') !== row.resource) {
    return { error: new OAuthError('invalid_target', `resource has to be ${row.resource}, exactly`) }
  }
  const verifier = form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const isProven = /^[\w.~-]{43,128}$/.test(verifier) && isSameText(challenge, row.codeChallenge)
  return isProven ? undefined : refused('code_verifier: it does not belong to the code_challenge')
}

/** What a key to refresh with is sealed for, by its family. */
export function refreshContext(family: string): string {
  return `oauth refresh key ${family}`
}

async function insertFamily(auth: Auth, tx: Db, row: AuthorizationRow): Promise<TokenRow> {
  const now = auth.clock.now()
  const id = randomUUID()
  return await tx
    .insertInto('authOauthTokens')
    .values({
      id,
      // Set together with the code.
      grantId: row.grantId ?? '',
      scopes: row.grantedScopes ?? [],
      resource: row.resource,
      refreshKey: Buffer.from(auth.box.seal(randomBytes(32).toString('base64'), refreshContext(id))),
      refreshCounter: 0n,
      createdAt: now,
      refreshedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface Presented {
  readonly row: TokenRow
  /** How many refreshes ago it was the current one. */
  readonly behind: bigint
}

/** What a refresh token belongs to, locked; undefined for anything that was not issued here. */
async function findRefreshToken(auth: Auth, tx: Db, text: string): Promise<Presented | undefined> {
  const token = decodeRefreshToken(text)
  const row =
    token &&
    (await tx.selectFrom('authOauthTokens').selectAll().where('id', '=', token.session).forUpdate().executeTakeFirst())
  if (!row || !token.isSignedBy(keyOf(auth, row)) || token.counter > row.refreshCounter) return undefined
  return { row, behind: row.refreshCounter - token.counter }
}

function keyOf(auth: Auth, row: TokenRow): Buffer {
  return Buffer.from(auth.box.open(row.refreshKey, refreshContext(row.id)), 'base64')
}

async function tradeRefreshToken(auth: Auth, tx: Db, given: Given): Promise<Outcome> {
  const { form, client, call } = given
  const found = await findRefreshToken(auth, tx, form.get('refresh_token') ?? '')
  const grant =
    found && (await tx.selectFrom('authOauthGrants').selectAll().where('id', '=', found.row.grantId).executeTakeFirst())
  if (!found || grant?.clientId !== client.id) return refused('refresh_token: it has ended. Connect again')
  const { row, behind } = found
  const asked = readRefresh(form, row)
  if ('error' in asked) return asked
  const now = auth.clock.now()
  const why = endOf(found, now)
  if (why !== undefined) {
    await tx.deleteFrom('authOauthTokens').where('id', '=', row.id).execute()
    const traits = { client: client.id, why }
    await audit(auth, tx, { action: 'token_revoked', user: grant.userId, call, traits })
    return refused(`refresh_token: it was ${why}, so all its tokens have ended. Connect again`)
  }
  const user = await findUser(tx, grant.userId)
  if (!user || isBanned(user, now)) return refused('The account is closed at present')
  const { scopes } = asked
  if (behind > 0n) return await answer(auth, tx, { family: row, client, scopes })
  const family = await tx
    .updateTable('authOauthTokens')
    .set({ refreshCounter: row.refreshCounter + 1n, refreshedAt: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return await answer(auth, tx, { family, client, scopes })
}

/** Why the tokens end with this refresh; undefined for the current one, and for the one before it soon after. */
function endOf({ row, behind }: Presented, now: Date): string | undefined {
  const sinceMs = now.getTime() - row.refreshedAt.getTime()
  if (sinceMs >= idleLifeMs) return 'not used for 90 days'
  return behind === 0n || (behind === 1n && sinceMs < retryWithinMs) ? undefined : 'used before'
}

function readRefresh(
  form: URLSearchParams,
  row: TokenRow,
): { readonly scopes: readonly string[] } | { readonly error: OAuthError } {
  const resource = form.get('resource')
  if (resource !== null && resource !== row.resource) {
    return { error: new OAuthError('invalid_target', `resource has to be ${row.resource}, exactly`) }
  }
  const scopes = form.has('scope') ? parseScopes(form.get('scope') ?? '') : row.scopes
  if (scopes.length > 0 && scopes.every((scope) => row.scopes.includes(scope))) return { scopes }
  return {
    error: new OAuthError('invalid_scope', 'scope: only what the person allowed. Connect again to ask for more'),
  }
}

async function answer(
  auth: Auth,
  tx: Db,
  { family, client, scopes = family.scopes }: { family: TokenRow; client: ClientRow; scopes?: readonly string[] },
): Promise<Outcome> {
  const { userId } = await tx
    .selectFrom('authOauthGrants')
    .select('userId')
    .where('id', '=', family.grantId)
    .executeTakeFirstOrThrow()
  return { tokens: await signFor(auth, { family, client: client.id, user: userId, scopes, key: keyOf(auth, family) }) }
}

function refused(why: string): Outcome {
  return { error: new OAuthError('invalid_grant', why) }
}
