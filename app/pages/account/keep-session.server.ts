import type { AuthError, AuthResponse, Session } from '@supabase/supabase-js'

/** What of the auth client this needs. */
export interface SessionKeeper {
  getSession(): Promise<{ readonly data: { readonly session: Session | null } }>
  setSession(tokens: { access_token: string; refresh_token: string }): Promise<AuthResponse>
  refreshSession(): Promise<AuthResponse>
  readonly admin: {
    signOut(token: string, scope: 'local'): Promise<{ readonly error: AuthError | null }>
  }
}

/**
 * A confirmed code opens a session of its own, without the second factor. Whoever is signed in keeps the session they
 * have; the new one is closed again. Returns the error of the confirmation itself.
 */
export async function keepSession(
  auth: SessionKeeper,
  confirm: () => Promise<{ readonly data: { readonly session: Session | null }; readonly error: AuthError | null }>,
): Promise<AuthError | null> {
  const { session: own } = (await auth.getSession()).data
  const { data, error } = await confirm()
  const opened = data.session
  if (error || !own || !opened || opened.access_token === own.access_token) return error
  const { error: lost } = await auth.setSession(own)
  if (lost) return null
  await auth.admin.signOut(opened.access_token, 'local')
  // The tokens still carry the old address until they are renewed.
  await auth.refreshSession()
  return null
}
