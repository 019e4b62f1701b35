import { AuthApiError } from '@supabase/supabase-js'
import { href, redirect } from 'react-router'
import { cameByMail } from '../../blocks/credentials/came-by-mail.server.ts'
import { typedCode } from '../../blocks/credentials/typed-code.server.ts'
import { type Asking, callbackUrl, leaveTo } from '../../guards/leave.server.ts'
import { formText, identityContext } from '../../request.server.ts'
import { addressText, readAddress } from './address.ts'
import { type AuthRefusal, refusal } from './auth-failure.ts'
import { refuse } from './refuse.server.ts'

/** Carries out a form of the page for forgotten passwords. The answer never tells whether there is an account. */
export async function recover(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const address = readAddress(formText(form, 'address'))
  if (!address || !('email' in address)) return refusal('Enter the e-mail address of your account.', 'address')
  const { auth } = asking.context.get(identityContext)
  if (formText(form, 'intent') === 'verify') {
    const token = typedCode(form)
    if (token === '') return refusal('Enter the code.', 'code')
    const { data, error } = await auth.verifyOtp({ ...address, token, type: 'recovery' })
    if (error) return refuse(asking, error)
    return data.user
      ? leaveTo(data.user, asking.request, href('/auth/password/reset'))
      : refusal('Enter the code again.', 'code')
  }
  const redirectTo = callbackUrl(asking.request, href('/auth/password/reset'))
  const { error } = await auth.resetPasswordForEmail(address.email, { redirectTo })
  if (error) return refuse(asking, error)
  const again = Number(formText(form, 'again')) || 0
  const search = new URLSearchParams({ sent: addressText(address), ...(again > 0 ? { again: `${again}` } : {}) })
  return redirect(`${href('/auth/password/forgot')}?${search}`)
}

/** Sets the new password; other devices are signed out by the service. An old session has to enter a code first. */
export async function setPassword(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const password = form.get('password')
  const nonce = typedCode(form)
  if (typeof password !== 'string' || password === '') return refusal('Enter a new password.', 'password')
  const { auth } = asking.context.get(identityContext)
  // A session that was left open is not enough; who is signed in by password changes it in the account.
  if (!(await cameByMail(auth.mfa)))
    return refuse(asking, new AuthApiError('missing', 400, 'current_password_required'))
  const { error } = await auth.updateUser({ password, ...(nonce === '' ? {} : { nonce }) })
  if (!error) return redirect(`${href('/auth/password/reset')}?done`)
  if (error.code !== 'reauthentication_needed') return refuse(asking, error)
  const asked = await auth.reauthenticate()
  return refuse(asking, asked.error ?? error)
}
