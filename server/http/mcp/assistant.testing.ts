// A person who connects an assistant by a click, as the official client and the consent page do it.
import assert from 'node:assert/strict'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider as OldProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { mcpPath } from '../../own-address.ts'
import type { SignedInPerson } from '../../testing/people.ts'
import { readScopes } from './mcp.testing.ts'

const callback = 'http://127.0.0.1:33418/callback'

type Information = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>
type Tokens = NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>

/** What a client of assistants keeps, and where it wants to send its person. */
export class Kept implements OAuthClientProvider, OldProvider {
  readonly redirectUrl = callback
  readonly clientMetadata = { client_name: 'Test assistant', redirect_uris: [callback] }
  wanted: URL | undefined
  #client: Information | undefined
  #tokens: Tokens | undefined
  #verifier = ''
  clientInformation() {
    return this.#client
  }
  saveClientInformation(client: Information): void {
    this.#client = client
  }
  tokens() {
    return this.#tokens
  }
  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens
  }
  redirectToAuthorization(url: URL): void {
    this.wanted = url
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }
  codeVerifier(): string {
    return this.#verifier
  }
  state(): string {
    return 'a state'
  }
}

interface Decision {
  readonly scope?: string
  readonly details?: object
}

/** Opens what the client wants opened, and says yes, as the page does. Answers where the browser goes on. */
export async function sayYes(wanted: URL | undefined, by: SignedInPerson, decision: Decision = {}): Promise<URL> {
  assert.ok(wanted)
  const site = wanted.origin
  const sent = await fetch(wanted, { redirect: 'manual' })
  const page = new URL(sent.headers.get('location') ?? '')
  assert.equal(`${page.origin}${page.pathname}`, `${site}/connect-assistant`)
  const id = page.searchParams.get('authorization_id')
  const answer = await fetch(`${site}/auth/v1/oauth/authorizations/${id}/consent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'approve', ...decision }),
  })
  const body = (await answer.json()) as { redirect_url?: string }
  assert.equal(answer.status, 200, JSON.stringify(body))
  return new URL(body.redirect_url ?? '')
}

/** A token of an assistant that a person connected to the installation at this address. */
export async function tokenOf(
  site: string,
  by: SignedInPerson,
  { scope = readScopes.join(' '), details = {} } = {},
): Promise<string> {
  const kept = new Kept()
  const transport = new StreamableHTTPClientTransport(new URL(mcpPath, site), { authProvider: kept })
  await assert.rejects(new Client({ name: 'test', version: '1.0.0' }).connect(transport))
  kept.wanted?.searchParams.set('scope', scope)
  const answer = await sayYes(kept.wanted, by, { details })
  await transport.finishAuth(answer.searchParams)
  return kept.tokens()?.access_token ?? ''
}
