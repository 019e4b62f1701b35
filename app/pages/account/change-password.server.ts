import { AuthApiError } from '@supabase/supabase-js'
import { cameByMail, type LevelReader } from '../../blocks/credentials/came-by-mail.server.ts'
import { typedCode } from '../../blocks/credentials/typed-code.server.ts'
import { type Refusal, refusalOf } from './auth-refusal.server.ts'
import type { AuthClient } from './user.server.ts'

/** Whether the present password is asked for: there may be one, and the person did not come by a code or link. */
export async function asksCurrent(mfa: LevelReader, hasPassword: boolean): Promise<boolean> {
  return hasPassword && !(await cameByMail(mfa))
}

/** The form of the password as it was sent. Passwords keep their blanks. */
function readPasswordForm(form: FormData): { current: string; password: string; nonce: string } {
  return { current: rawText(form, 'current'), password: rawText(form, 'password'), nonce: typedCode(form) }
}

/**
 * Changes the password, which ends every other session. Undefined when it is done. When the service wants to be sure who
 * asks, a code is on its way and the refusal says so. `needsCurrent`: a session that was left open is not enough.
 */
export async function changePassword(
  auth: Pick<AuthClient, 'updateUser' | 'reauthenticate'>,
  form: FormData,
  { needsCurrent }: { readonly needsCurrent: boolean },
): Promise<Refusal | undefined> {
  const { current, password, nonce } = readPasswordForm(form)
  // The service checks one that is given, but asks for it only where it is set up to.
  if (needsCurrent && !current) return refusalOf(new AuthApiError('missing', 400, 'current_password_required'))
  const { error } = await auth.updateUser({
    password,
    ...(current ? { current_password: current } : {}),
    ...(nonce ? { nonce } : {}),
  })
  if (!error) return undefined
  if (error.code === 'reauthentication_needed') {
    const { error: unsent } = await auth.reauthenticate()
    // One that was sent a moment ago still holds.
    if (unsent && unsent.status !== 429) return refusalOf(unsent)
  }
  return refusalOf(error, {
    text: 'This cannot be a password: it may be 72 characters long at most.',
    field: 'password',
  })
}

function rawText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
