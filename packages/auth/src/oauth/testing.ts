// An assistant and a person at the authorization server, one step at a time. Only for tests.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { RawResponse, TestAuth } from '../testing.ts'

/** Where the assistant is called back. */
export const callback = 'https://assistant.example/callback'

/** A program with a PKCE pair of its own. */
export interface TestAssistant {
  readonly id: string
  readonly verifier: string
  /** What it asks with; `changes` of undefined leave a parameter out. */
  ask(changes?: Readonly<Record<string, string | undefined>>): Promise<RawResponse>
  /** The id of a request that waits for a decision. */
  begin(changes?: Readonly<Record<string, string>>): Promise<string>
  /** Trades a code; see {@link ask}. */
  trade(code: string, changes?: Readonly<Record<string, string | undefined>>): Promise<RawResponse>
  refresh(token: string, changes?: Readonly<Record<string, string>>): Promise<RawResponse>
}

const Registered = z.object({ client_id: z.string() })
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  scope: z.string(),
})
/** A token response. */
export type Tokens = z.infer<typeof Tokens>

/** The tokens of an answer. Fails for a refusal. */
export function tokensIn({ status, body }: RawResponse): Tokens {
  assert.equal(status, 200, JSON.stringify(body))
  return Tokens.parse(body)
}

let networks = 0

/** An address that shares no limit with others. */
export function anyIp(): string {
  networks += 1
  return `198.51.${Math.floor(networks / 250)}.${networks % 250}`
}

/** Registers an assistant. */
export async function register(auth: TestAuth, more: object = {}): Promise<TestAssistant> {
  const body = { client_name: 'Test assistant', redirect_uris: [callback], ...more }
  const answer = await auth.raw('/oauth/clients/register', { method: 'POST', body, ip: anyIp() })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return assistantOf(auth, Registered.parse(answer.body).client_id)
}

/** A program that goes by this id. */
export function assistantOf(auth: TestAuth, id: string): TestAssistant {
  const verifier = randomBytes(32).toString('base64url')
  const resource = `${auth.url}/mcp`
  const ask: TestAssistant['ask'] = (changes = {}) => {
    const query = defined({
      response_type: 'code',
      client_id: id,
      redirect_uri: callback,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource,
      scope: 'figures:read orders:read',
      state: 'a state',
      ...changes,
    })
    return auth.raw(`/oauth/authorize?${query}`, { ip: anyIp() })
  }
  return {
    id,
    verifier,
    ask,
    async begin(changes) {
      const { headers } = await ask(changes)
      const address = new URL(headers.get('location') ?? '')
      const authorization = address.searchParams.get('authorization_id')
      assert.ok(authorization, address.href)
      return authorization
    },
    trade: (code, changes = {}) =>
      post(auth, '/oauth/token', {
        fields: {
          grant_type: 'authorization_code',
          client_id: id,
          code,
          redirect_uri: callback,
          code_verifier: verifier,
          resource,
          ...changes,
        },
      }),
    refresh: (token, changes = {}) =>
      post(auth, '/oauth/token', {
        fields: { grant_type: 'refresh_token', client_id: id, refresh_token: token, ...changes },
      }),
  }
}

/** Posts a form. */
export function post(
  auth: TestAuth,
  path: string,
  { fields, headers = {} }: { readonly fields: Fields; readonly headers?: Readonly<Record<string, string>> },
): Promise<RawResponse> {
  return auth.raw(path, {
    ip: anyIp(),
    method: 'POST',
    body: defined(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

type Fields = Readonly<Record<string, string | undefined>>

function defined(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

let people = 0

/** Somebody who is signed in. */
export async function addPerson(auth: TestAuth): Promise<{ readonly id: string; readonly client: SupabaseClient }> {
  people += 1
  const [email, password] = [`person-${people}@shop.example`, 'a long enough password']
  const { data } = await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  const client = auth.client()
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null)
  return { id: data.user?.id ?? '', client }
}

/** The code that the assistant gets when the person says yes, by the official client. */
export async function approve({ client }: { readonly client: SupabaseClient }, authorization: string): Promise<string> {
  const { data, error } = await client.auth.oauth.approveAuthorization(authorization, { skipBrowserRedirect: true })
  assert.equal(error, null)
  const code = new URL(data?.redirect_url ?? '').searchParams.get('code')
  assert.ok(code)
  return code
}

/** Connects the assistant: its first tokens. */
export async function connect(person: { readonly client: SupabaseClient }, assistant: TestAssistant): Promise<Tokens> {
  return tokensIn(await assistant.trade(await approve(person, await assistant.begin())))
}
