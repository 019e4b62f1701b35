import type { Provider, SupabaseClient } from '@supabase/supabase-js'
import { type CleanUp, openTestDatabase, type TestDatabase } from '@tillsight/database/testing'
import type { ProviderName } from '../../provider-settings.ts'
import { startTestAuth, type TestAuth } from '../../testing.ts'
import { walk } from './browser.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider.ts'

/** A service with fake providers behind it. */
export interface Running {
  readonly auth: TestAuth
  readonly fake: FakeProvider
  /** A client with its own IP address. */
  client(flowType?: 'pkce' | 'implicit'): SupabaseClient
  /** The address that the official client would redirect the browser to. */
  start(client: SupabaseClient, provider: string, options?: StartOptions): Promise<string>
  /** Follows all redirects from there; returns the browser's final address. */
  follow(url: string): Promise<URL>
  /** The whole sign-in, including the code exchange. Throws the exchange's error. */
  signIn(provider: string): Promise<SupabaseClient>
}

/** The official client's options. */
export interface StartOptions {
  readonly redirectTo?: string
  readonly scopes?: string
  readonly queryParams?: Record<string, string>
}

const all: readonly ProviderName[] = ['apple', 'azure', 'facebook', 'github', 'google', 'oidc']

/** Starts both. `env` is applied over all providers enabled; passing an existing database saves starting one. */
export async function startRunning(
  t: CleanUp,
  env: Readonly<Record<string, string>> = {},
  given?: TestDatabase,
): Promise<Running> {
  const database = given ?? (await openTestDatabase(t))
  const fake = await startFakeProvider(t)
  const auth = await startTestAuth(t, {
    database,
    fetch: fake.fetch,
    env: { ...Object.assign({}, ...all.map((name) => fake.env(name))), ...env },
  })
  let count = 0
  const running: Running = {
    auth,
    fake,
    client(flowType = 'pkce') {
      count += 1
      return auth.client({ auth: { flowType }, global: { headers: { 'x-test-ip': `198.51.100.${count}` } } })
    },
    async start(client, provider, options = {}) {
      const { data, error } = await client.auth.signInWithOAuth({
        // The library's type lists known providers; our generic `oidc` is not among them.
        provider: provider as Provider,
        options: { redirectTo: `${auth.url}/home?kept=1`, ...options, skipBrowserRedirect: true },
      })
      if (error) throw error
      return data.url
    },
    follow: (url) => walk(url, [`${auth.url}/auth/v1/`, fake.url]),
    async signIn(provider) {
      const client = running.client()
      const end = await running.follow(await running.start(client, provider))
      const code = end.searchParams.get('code')
      if (code === null) throw new Error(`no code came back: ${end.href}`)
      const { error } = await client.auth.exchangeCodeForSession(code)
      if (error) throw error
      return client
    },
  }
  return running
}
