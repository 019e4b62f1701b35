import { randomBytes } from 'node:crypto'
import type { Auth } from '../context.ts'
import { AuthError, invalid, OAuthError } from '../errors.ts'
import { requireAdmin } from '../guards.ts'
import { type Endpoint, readBody } from '../wire.ts'
import {
  assertRedirects,
  ClientMetadata,
  type ClientRow,
  clientView,
  findClient,
  insertClient,
  showClient,
  webAddress,
} from './clients.ts'
import { cleanName, hashSecret, requireResource } from './server.ts'

const mostPerPage = 1000

/** `GET /admin/oauth/clients`. */
export const listClients: Endpoint = async (auth, call) => {
  requireResource(auth)
  await requireAdmin(auth, call)
  const page = readNumber(call.query.get('page'), 1)
  const perPage = Math.min(readNumber(call.query.get('per_page'), 50), mostPerPage)
  const db = auth.db.kysely
  const rows = await db
    .selectFrom('authOauthClients')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await db
    .selectFrom('authOauthClients')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const last = Math.max(1, Math.ceil(Number(total) / perPage))
  const linkTo = (to: number, rel: string) => `</admin/oauth/clients?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [linkTo(page + 1, 'next')] : []), linkTo(last, 'last')]
  return Response.json(
    { clients: rows.map((row) => clientView(row)) },
    { headers: { 'x-total-count': String(total), link: links.join(', ') } },
  )
}

function readNumber(text: string | null, fallback: number): number {
  if (text === null || text === '' || text === '0') return fallback
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw invalid(`Bad Pagination Parameters: ${text.slice(0, 20)}`)
}

/** `POST /admin/oauth/clients`. */
export const createClient: Endpoint = async (auth, call) => {
  requireResource(auth)
  await requireAdmin(auth, call)
  const metadata = await readBody(call.request, ClientMetadata)
  const { row, secret } = await asRefusal(() => insertClient(auth, auth.db.kysely, { metadata, kind: 'manual' }))
  return showClient(row, secret, 201)
}

/** `GET /admin/oauth/clients/{id}`. */
export const readClient: Endpoint = async (auth, call, { id = '' }) => {
  requireResource(auth)
  await requireAdmin(auth, call)
  return showClient(await target(auth, id))
}

/** `PUT /admin/oauth/clients/{id}`: omitted fields keep their values. */
export const updateClient: Endpoint = async (auth, call, { id = '' }) => {
  requireResource(auth)
  await requireAdmin(auth, call)
  const row = await target(auth, id)
  const change = await readBody(call.request, ClientMetadata.partial())
  await asRefusal(async () => assertRedirects(change.redirect_uris ?? []))
  const updated = await auth.db.kysely
    .updateTable('authOauthClients')
    .set({
      name: change.client_name === undefined ? row.name : cleanName(change.client_name),
      uri: change.client_uri === undefined ? row.uri : webAddress(change.client_uri),
      logoUri: change.logo_uri === undefined ? row.logoUri : webAddress(change.logo_uri),
      redirectUris: change.redirect_uris ?? row.redirectUris,
      updatedAt: auth.clock.now(),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return showClient(updated)
}

/** `DELETE /admin/oauth/clients/{id}`: everybody's tokens of the client end with it. */
export const deleteClient: Endpoint = async (auth, call, { id = '' }) => {
  requireResource(auth)
  await requireAdmin(auth, call)
  const { id: known } = await target(auth, id)
  await auth.db.kysely.deleteFrom('authOauthClients').where('id', '=', known).execute()
  return new Response(null, { status: 204 })
}

/** `POST /admin/oauth/clients/{id}/regenerate_secret`. */
export const renewSecret: Endpoint = async (auth, call, { id = '' }) => {
  requireResource(auth)
  await requireAdmin(auth, call)
  const row = await target(auth, id)
  if (row.authMethod === 'none') throw invalid('This client has no secret: its token_endpoint_auth_method is none')
  const secret = randomBytes(32).toString('base64url')
  await auth.db.kysely
    .updateTable('authOauthClients')
    .set({ secretHash: hashSecret(secret), updatedAt: auth.clock.now() })
    .where('id', '=', row.id)
    .execute()
  return showClient(row, secret)
}

async function target(auth: Auth, id: string): Promise<ClientRow> {
  const row = await findClient(auth.db.kysely, id)
  if (row) return row
  throw new AuthError(404, 'oauth_client_not_found', 'OAuth client not found')
}

/** Administrators get the errors of the other endpoints. */
async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OAuthError) throw invalid(error.message)
    throw error
  }
}
