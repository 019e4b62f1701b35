import { createBrowserClient } from '@supabase/ssr'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { BrowserAuth } from '../identity.ts'

const fourHundredDaysSeconds = 34_560_000
let client: SupabaseClient['auth'] | undefined

/** The one auth client of this tab. It refreshes the session before it runs out and hears what other tabs do. */
export function openClient({ url, anonKey, cookieName, isSecure }: BrowserAuth): SupabaseClient['auth'] {
  client ??= createBrowserClient(url, anonKey, {
    // Ways back from mails and providers end on the server, which has exchanged their codes before a page is shown.
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
