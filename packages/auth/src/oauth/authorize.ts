import { randomUUID } from 'node:crypto'
import type { Auth, ProtectedResource } from '../context.ts'
import { OAuthError } from '../errors.ts'
import { takeIpTurn } from '../guards.ts'
import { type Call, type Endpoint, isUuid, type Parameters, redirect, withQuery } from '../wire.ts'
import { isDocumentAddress, loadDocumentClient } from './client-documents.ts'
import { type ClientRow, findClient, isRegistered } from './clients.ts'
import { assertSingle, parseScopes, requireResource } from './server.ts'

const longestState = 2000

/**
 * `GET /oauth/authorize`: sends the browser to the page where its owner decides. Until client and address are known to belong
 * together nothing is redirected; from then on mistakes are the client's to hear of.
 */
export const authorize: Endpoint = async (auth, call) => {
  const resource = requireResource(auth)
  takeIpTurn(auth, call, 'oauth_authorize')
  assertSingle(call.query)
  const caller = await readCaller(auth, call).catch((error: unknown) => refuse(error, resource, call))
  if (caller instanceof Response) return caller
  const { redirectUri } = caller
  const state = call.query.get('state')
  try {
    const id = await insertAuthorization(auth, { ...caller, state, ...readRequest(resource, call) })
    return redirect(302, withQuery(resource.consentPage(), { authorization_id: id }))
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const failure = { error: error.error, error_description: error.message }
    return redirect(302, returnAddress(auth, { redirectUri, state: shortState(state) }, failure))
  }
}

/** Who asks, and where they get their answer. */
interface Caller {
  readonly client: ClientRow
  readonly redirectUri: string
}

async function readCaller(auth: Auth, { query }: Call): Promise<Caller> {
  const client = await readClient(auth, query.get('client_id') ?? '')
  return { client, redirectUri: readRedirect(client, query.get('redirect_uri')) }
}

/** A person in a browser is told on a page, as nobody else would tell them; a program gets the error. */
function refuse(error: unknown, resource: ProtectedResource, { request }: Call): Response {
  const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false
  if (!(error instanceof OAuthError) || !isBrowser) throw error
  return redirect(302, withQuery(resource.consentPage(), { refused: error.error }))
}

/** Where the client gets its answer: with its state, and with who answers (RFC 9207), so that no other server can pose as this one. */
export function returnAddress(
  auth: Auth,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  parameters: Parameters,
): string {
  return withQuery(redirectUri, { ...parameters, ...(state === null ? {} : { state }), iss: auth.externalUrl() })
}

async function readClient(auth: Auth, id: string): Promise<ClientRow> {
  if (id === '') throw new OAuthError('invalid_request', 'client_id is missing')
  const isDocument = isDocumentAddress(id)
  const known = isDocument || isUuid(id) ? await findClient(auth.db.kysely, id) : undefined
  if (isDocument) return await loadDocumentClient(auth, id, known)
  if (known) return known
  throw new OAuthError(
    'invalid_client',
    'This program is not registered here, or has not been used for long. Remove the connection in it and add it again.',
  )
}

function readRedirect(client: ClientRow, asked: string | null): string {
  const uri = asked ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined)
  if (uri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing')
  if (isRegistered(client, uri)) return uri
  throw new OAuthError(
    'invalid_request',
    'redirect_uri is not one that this program registered, so nobody is sent there.',
  )
}

/** What a client asks for, once it is clear who asks. */
interface Asked {
  readonly scopes: readonly string[]
  readonly resource: string
  readonly codeChallenge: string
}

function readRequest(resource: ProtectedResource, { query }: Call): Asked {
  if (query.get('response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type: only “code” is answered')
  }
  if (shortState(query.get('state')) !== query.get('state')) {
    throw new OAuthError('invalid_request', `state: at most ${longestState} characters`)
  }
  const codeChallenge = query.get('code_challenge') ?? ''
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'PKCE is required: code_challenge, and S256 as code_challenge_method')
  }
  if (query.get('resource') !== resource.url()) {
    throw new OAuthError('invalid_target', `resource has to be ${resource.url()}, exactly`)
  }
  return { scopes: readScopes(resource, query.get('scope') ?? ''), resource: resource.url(), codeChallenge }
}

/** What is not known here is left out, as clients ask for what other servers have. */
function readScopes(resource: ProtectedResource, text: string): readonly string[] {
  const asked = parseScopes(text)
  if (asked.length === 0) return [resource.leastScope]
  const known = resource.scopes.filter((scope) => asked.includes(scope))
  if (known.length > 0) return known
  throw new OAuthError('invalid_scope', `scope: there are ${resource.scopes.join(', ')}`)
}

function shortState(state: string | null): string | null {
  return state === null || state.length <= longestState ? state : null
}

interface Authorization extends Asked, Caller {
  readonly state: string | null
}

async function insertAuthorization(auth: Auth, of: Authorization): Promise<string> {
  const { client, scopes, ...columns } = of
  const id = randomUUID()
  await auth.db.kysely
    .insertInto('authOauthAuthorizations')
    .values({ ...columns, id, clientId: client.id, scopes: [...scopes], createdAt: auth.clock.now() })
    .execute()
  return id
}
