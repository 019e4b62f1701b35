import { createBrowserClient } from '@supabase/ssr'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { BrowserAuth } from '../identity.ts'

const fourHundredDaysSeconds = 34_560_000
let client: SupabaseClient['auth'] | undefined

/** The only auth client of this tab. It refreshes the session before it expires and is notified of changes in other tabs. */
export function openClient({ url, anonKey, cookieName, isSecure }: BrowserAuth): SupabaseClient['auth'] {
  client ??= createBrowserClient(url, anonKey, {
    // Links in emails and providers return to the server, which exchanges their codes before a page is shown.
    auth: { detectSessionInUrl: false },
    cookieOptions: {
      name: cookieName,
      path: '/',
      sameSite: 'lax',
      maxAge: fourHundredDaysSeconds,
      secure: isSecure,
    },
  }).auth
  return client
}
