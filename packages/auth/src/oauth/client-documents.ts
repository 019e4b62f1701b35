import { z } from 'zod'
import type { Auth } from '../context.ts'
import { OAuthError } from '../errors.ts'
import {
  assertRedirects,
  type ClientMetadata,
  type ClientRow,
  ClientMetadata as Metadata,
  parseJson,
  webAddress,
} from './clients.ts'
import { cleanName } from './server.ts'

const largestBytes = 5 * 1024
const timeoutMs = 3000
const longestMs = 24 * 3_600_000

const Document = Metadata.extend({ client_id: z.string() })

/** Whether a client's id is the address of a document about it: https, with a path, and nothing that could be written otherwise. */
export function isDocumentAddress(id: string): boolean {
  if (id.length > 500 || !id.startsWith('https://') || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.pathname !== '/' && url.hash === '' && url.username === '' && url.password === ''
}

/** The client that its document describes, read again once the stored one is old. Throws `invalid_client`. */
export async function loadDocumentClient(auth: Auth, id: string, known: ClientRow | undefined): Promise<ClientRow> {
  const now = auth.clock.now()
  if (known?.freshUntil && known.freshUntil > now) return known
  const { metadata, freshForMs } = await readDocument(auth, id)
  const columns = {
    name: cleanName(metadata.client_name ?? ''),
    uri: webAddress(metadata.client_uri),
    logoUri: webAddress(metadata.logo_uri),
    redirectUris: metadata.redirect_uris,
    freshUntil: new Date(now.getTime() + freshForMs),
    updatedAt: now,
  }
  return await auth.db.kysely
    .insertInto('authOauthClients')
    .values({ ...columns, id, kind: 'document', authMethod: 'none', createdAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface ReadDocument {
  readonly metadata: ClientMetadata
  readonly freshForMs: number
}

async function readDocument(auth: Auth, id: string): Promise<ReadDocument> {
  const { response, text } = await get(auth, id)
  const isJson = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i.test(response.headers.get('content-type') ?? '')
  const parsed = isJson ? Document.safeParse(parseJson(text)) : undefined
  if (!parsed?.success) throw unusable('is not the JSON that describes a client')
  const { client_id: named, token_endpoint_auth_method: method = 'none', ...metadata } = parsed.data
  if (named !== id) throw unusable('describes another client')
  if (method !== 'none') throw unusable('asks for a way to prove itself that is not supported: only “none” is')
  assertRedirects(metadata.redirect_uris)
  return { metadata, freshForMs: freshFor(response.headers, auth.clock.now()) }
}

async function get(auth: Auth, id: string): Promise<{ readonly response: Response; readonly text: string }> {
  const response = await ask(auth, id)
  if (response.status !== 200) throw unusable(`was answered with the status ${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > largestBytes) throw tooLarge()
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength > largestBytes) throw tooLarge()
  return { response, text: Buffer.from(bytes).toString('utf8') }
}

async function ask(auth: Auth, id: string): Promise<Response> {
  try {
    return await auth.fetch(id, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    auth.log.warn({ err: error, host: new URL(id).host }, 'the metadata document of a client was not read')
    // Not why: that would let anybody look around in this network.
    throw unusable('could not be read')
  }
}

/** For how long the answer's own headers let it be kept. */
function freshFor(headers: Headers, now: Date): number {
  const control = (headers.get('cache-control') ?? '').toLowerCase()
  if (/\bno-(?:store|cache)\b/.test(control)) return 0
  const age = /(?:^|[\s,])max-age=(\d{1,10})/.exec(control)?.[1]
  const ms = age === undefined ? Date.parse(headers.get('expires') ?? '') - now.getTime() : Number(age) * 1000
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), longestMs) : 0
}

function tooLarge(): OAuthError {
  return unusable(`has more than ${largestBytes} bytes`)
}

function unusable(why: string): OAuthError {
  return new OAuthError('invalid_client', `The document at the address that this client goes by ${why}`)
}
