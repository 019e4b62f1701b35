import type { User } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import type { AuthClient } from './auth-client.ts'
import { refusalOf } from './auth-refusal.server.ts'

/** The person as the auth service knows them now. Throws a redirect to signing in when the session is over. */
export async function readUser(auth: Pick<AuthClient, 'getUser'>): Promise<User> {
  const { data, error } = await auth.getUser()
  if (!error) return data.user
  throw new AppError('unavailable', refusalOf(error).failure.message)
}
