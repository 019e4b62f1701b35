import { randomBytes, randomUUID } from 'node:crypto'
import type { AuthOAuthClientsTable, Db } from '@tillsight/database'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { networkOf } from '../limits/index.ts'
import { type Endpoint, readText } from '../wire.ts'
import { cleanName, hashSecret, isLoopback, requireResource } from './server.ts'

/** A client as stored. */
export type ClientRow = Selectable<AuthOAuthClientsTable>

/** Registrations of one network in an hour. */
const mostRegistrations = 20
const hourMs = 3_600_000
const authMethods = ['none', 'client_secret_post', 'client_secret_basic'] as const

const Address = z.string().max(500)

/** What a client says of itself, in its registration and in its document (RFC 7591). Other fields are ignored. */
export const ClientMetadata = z.object({
  client_name: z.string().max(1000).optional(),
  client_uri: Address.optional(),
  logo_uri: Address.optional(),
  redirect_uris: z.array(Address).min(1).max(20),
  token_endpoint_auth_method: z.string().max(100).optional(),
})
export type ClientMetadata = z.infer<typeof ClientMetadata>

const neverReturnTo = /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|ws|wss|ftp|mailto):$/

/**
 * Why a client may not be returned to this address; undefined if it may: https, http on this machine, or a scheme of an app.
 */
function problemOfRedirect(text: string): string | undefined {
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'is no address'
  const url = new URL(text)
  if (text.includes('#')) return 'has a fragment'
  if (url.username !== '' || url.password !== '') return 'has a user in it'
  if (neverReturnTo.test(url.protocol)) return 'has a scheme that is not allowed'
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'is not encrypted'
  return undefined
}

/** Throws `invalid_redirect_uri` that says why. */
export function assertRedirects(uris: readonly string[]): void {
  for (const uri of uris) {
    const problem = problemOfRedirect(uri)
    if (problem) throw new OAuthError('invalid_redirect_uri', `“${uri.slice(0, 200)}” ${problem}`)
  }
}

/** Whether a client registered this address: exactly, but for the port on this machine (RFC 8252). */
export function isRegistered({ redirectUris }: Pick<ClientRow, 'redirectUris'>, asked: string): boolean {
  if (redirectUris.includes(asked)) return true
  if (problemOfRedirect(asked) !== undefined) return false
  const portless = withoutLoopbackPort(asked)
  return portless !== undefined && redirectUris.some((known) => withoutLoopbackPort(known) === portless)
}

/** As written, so that nothing else is made equal; undefined for any other host. */
function withoutLoopbackPort(text: string): string | undefined {
  const match = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/.exec(text)
  return match ? `${match[1]}${text.slice(match[0].length)}` : undefined
}

/** A web address, or nothing: it is only shown. */
export function webAddress(text: string | undefined): string {
  return text !== undefined && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : ''
}

/** `POST /oauth/clients/register`. */
export const registerClient: Endpoint = async (auth, call) => {
  requireResource(auth)
  const metadata = parseMetadata(await readText(call.request))
  const from = auth.hasher('oauth registrations', networkOf(call.ip))
  const made = await auth.db.transaction(async (tx) => {
    // One network's registrations wait for each other, so that the limit holds for those at the same moment.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`oauth registrations ${from}`}, 0))`.execute(tx)
    const since = new Date(auth.clock.now().getTime() - hourMs)
    const { made: count } = await tx
      .selectFrom('authOauthClients')
      .select((eb) => eb.fn.countAll<bigint>().as('made'))
      .where('registeredFrom', '=', from)
      .where('createdAt', '>', since)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostRegistrations) {
      throw new AuthError(
        429,
        'over_request_rate_limit',
        `Only ${mostRegistrations} clients an hour are registered from one network. Use the one that you have, or try again later.`,
      )
    }
    return await insertClient(auth, tx, { metadata, kind: 'dynamic', registeredFrom: from })
  })
  return showClient(made.row, made.secret, 201)
}

function parseMetadata(text: string): ClientMetadata {
  const metadata = ClientMetadata.safeParse(parseJson(text))
  if (metadata.success) return metadata.data
  const [issue] = metadata.error.issues
  const isRedirect = issue?.path[0] === 'redirect_uris'
  throw new OAuthError(
    isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'not the expected shape'}`,
  )
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface NewClient {
  readonly metadata: ClientMetadata
  readonly kind: 'dynamic' | 'manual'
  readonly registeredFrom?: string
}

/** Stores a client; one that proves itself gets a secret, which is shown once. Throws OAuth errors. */
export async function insertClient(
  auth: Auth,
  db: Db,
  { metadata, kind, registeredFrom }: NewClient,
): Promise<{ readonly row: ClientRow; readonly secret: string | undefined }> {
  assertRedirects(metadata.redirect_uris)
  const asked = metadata.token_endpoint_auth_method ?? 'none'
  const authMethod = authMethods.find((known) => known === asked)
  if (!authMethod) {
    throw new OAuthError('invalid_client_metadata', `token_endpoint_auth_method: one of ${authMethods.join(', ')}`)
  }
  const secret = authMethod === 'none' ? undefined : randomBytes(32).toString('base64url')
  const now = auth.clock.now()
  const row = await db
    .insertInto('authOauthClients')
    .values({
      id: randomUUID(),
      kind,
      name: cleanName(metadata.client_name ?? ''),
      uri: webAddress(metadata.client_uri),
      logoUri: webAddress(metadata.logo_uri),
      redirectUris: metadata.redirect_uris,
      authMethod,
      secretHash: secret === undefined ? null : hashSecret(secret),
      registeredFrom: registeredFrom ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, secret }
}

/** A client as it is answered, with its secret where it is new. */
export function showClient(row: ClientRow, secret?: string, status = 200): Response {
  return Response.json(clientView(row, secret), { status, headers: { 'cache-control': 'no-store' } })
}

/** See {@link showClient}. */
export function clientView(row: ClientRow, secret?: string): object {
  return {
    client_id: row.id,
    client_id_issued_at: Math.floor(row.createdAt.getTime() / 1000),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: row.name,
    client_type: row.authMethod === 'none' ? 'public' : 'confidential',
    // Clients check that these are addresses.
    ...(row.uri === '' ? {} : { client_uri: row.uri }),
    ...(row.logoUri === '' ? {} : { logo_uri: row.logoUri }),
    redirect_uris: row.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: row.authMethod,
    registration_type: row.kind,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** The client of an id as stored. */
export async function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  return await db.selectFrom('authOauthClients').selectAll().where('id', '=', id).executeTakeFirst()
}
