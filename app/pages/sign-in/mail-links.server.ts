import { AuthApiError, type AuthError, type EmailOtpType } from '@supabase/supabase-js'
import { href, redirect } from 'react-router'
import { cameByMail, typedCode } from '../../blocks/credentials/credentials.server.ts'
import { type Asking, callbackUrl, leave, leaveTo, nextPath, pathAfterMail } from '../../guards/leave.server.ts'
import { formText, identityContext } from '../../request.server.ts'
import { addressText, readAddress } from './address.ts'
import { type AuthRefusal, refusal, refuse } from './sign-in.server.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const satisfies EmailOtpType[]

/** The kind of an emailed link; undefined for an unknown one. */
export function toLinkType(text: string | null): (typeof types)[number] | undefined {
  return types.find((type) => type === text)
}

/** Redeems the link after the button was pressed, and redirects. */
export async function confirmLink(asking: Asking, form: FormData): Promise<Response> {
  const type = toLinkType(formText(form, 'type'))
  const tokenHash = formText(form, 'token_hash')
  if (!type || tokenHash === '') return toProblem({ error: '', code: 'otp_expired' })
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) return toProblem(problemOf(asking, error))
  // A change of address needs two links: the first one returns no session.
  if (!data.session || !data.user) return redirect(`${href('/auth/callback')}?message=accepted`)
  const next = pathAfterMail(asking.request)
  if (type === 'recovery' || type === 'invite') return leaveTo(data.user, asking.request, href('/auth/password/reset'))
  if (next) return leaveTo(data.user, asking.request, next)
  if (type === 'email_change') return leaveTo(data.user, asking.request, href('/account/security'))
  return leave(data.user, asking.request, type === 'signup' ? href('/register') : '/')
}

/** Exchanges a callback's code for a session. */
export async function enterByCode(asking: Asking, code: string): Promise<Response> {
  const { auth } = asking.context.get(identityContext)
  const flowId = new URL(asking.request.url).searchParams.get('sb_flow_id')
  const { data, error } = await auth.exchangeCodeForSession(code, flowId === null ? undefined : { flowId })
  if (error) return toProblem(problemOf(asking, error))
  const isRecovery = 'redirectType' in data && data.redirectType === 'recovery'
  const next = isRecovery ? href('/auth/password/reset') : nextPath(asking.request)
  return next ? leaveTo(data.user, asking.request, next) : leave(data.user, asking.request)
}

/** The same for older links, whose tokens are in the fragment; the button posts them here. */
export async function enterByTokens(asking: Asking, form: FormData): Promise<Response> {
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.setSession({
    access_token: formText(form, 'access_token'),
    refresh_token: formText(form, 'refresh_token'),
  })
  if (error) return toProblem(problemOf(asking, error))
  if (!data.user) return toProblem({ error: '', code: 'otp_expired' })
  const needsPassword = ['recovery', 'invite'].includes(formText(form, 'type'))
  const next = needsPassword ? href('/auth/password/reset') : nextPath(asking.request)
  return next ? leaveTo(data.user, asking.request, next) : leave(data.user, asking.request)
}

function problemOf(asking: Asking, error: AuthError): { readonly error: string; readonly code: string } {
  const { status } = refuse(asking, error)
  return { error: status >= 500 ? 'server_error' : '', code: error.code ?? '' }
}

function toProblem({ error, code }: { readonly error: string; readonly code: string }): Response {
  return redirect(`${href('/auth/callback')}?${new URLSearchParams({ error: error || 'failed', error_code: code })}`)
}

/** Runs a form of the forgotten-password page. The response never reveals whether the account exists. */
export async function recover(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const address = readAddress(formText(form, 'address'))
  if (!address || !('email' in address)) return refusal('accountEmail', 'address')
  const { auth } = asking.context.get(identityContext)
  if (formText(form, 'intent') === 'verify') {
    const token = typedCode(form)
    if (token === '') return refusal('codeMissing', 'code')
    const { data, error } = await auth.verifyOtp({ ...address, token, type: 'recovery' })
    if (error) return refuse(asking, error)
    return data.user ? leaveTo(data.user, asking.request, href('/auth/password/reset')) : refusal('codeAgain', 'code')
  }
  const redirectTo = callbackUrl(asking.request, href('/auth/password/reset'))
  const { error } = await auth.resetPasswordForEmail(address.email, { redirectTo })
  if (error) return refuse(asking, error)
  const again = Number(formText(form, 'again')) || 0
  const search = new URLSearchParams({ sent: addressText(address), ...(again > 0 ? { again: `${again}` } : {}) })
  return redirect(`${href('/auth/password/forgot')}?${search}`)
}

/** Sets the new password; the service signs out other devices. An old session has to enter a code first. */
export async function setPassword(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const password = form.get('password')
  const nonce = typedCode(form)
  if (typeof password !== 'string' || password === '') return refusal('newPasswordMissing', 'password')
  const { auth } = asking.context.get(identityContext)
  // An open session is not enough; people signed in by password change it in their account.
  if (!(await cameByMail(auth.mfa)))
    return refuse(asking, new AuthApiError('missing', 400, 'current_password_required'))
  const { error } = await auth.updateUser({ password, ...(nonce === '' ? {} : { nonce }) })
  if (!error) return redirect(`${href('/auth/password/reset')}?done`)
  if (error.code !== 'reauthentication_needed') return refuse(asking, error)
  const asked = await auth.reauthenticate()
  return refuse(asking, asked.error ?? error)
}
