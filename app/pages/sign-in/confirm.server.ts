import type { AuthError, EmailOtpType } from '@supabase/supabase-js'
import { href, redirect } from 'react-router'
import { type Asking, leave, leaveTo, nextPath, pathAfterMail } from '../../guards/leave.server.ts'
import { formText, identityContext } from '../../request.server.ts'
import { refuse } from './refuse.server.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const satisfies EmailOtpType[]

/** The kind of a link in a mail; undefined for one that no mail of ours carries. */
export function toLinkType(text: string | null): (typeof types)[number] | undefined {
  return types.find((type) => type === text)
}

/** Spends the link that somebody pressed the button for, and leads on. */
export async function confirmLink(asking: Asking, form: FormData): Promise<Response> {
  const type = toLinkType(formText(form, 'type'))
  const tokenHash = formText(form, 'token_hash')
  if (!type || tokenHash === '') return toProblem({ error: '', code: 'otp_expired' })
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) return toProblem(problemOf(asking, error))
  // A change of address takes two links: the first one answers without a session.
  if (!data.session || !data.user) return redirect(`${href('/auth/callback')}?message=accepted`)
  const next = pathAfterMail(asking.request)
  if (type === 'recovery' || type === 'invite') return leaveTo(data.user, asking.request, href('/auth/password/reset'))
  if (next) return leaveTo(data.user, asking.request, next)
  if (type === 'email_change') return leaveTo(data.user, asking.request, href('/account/security'))
  return leave(data.user, asking.request, type === 'signup' ? href('/register') : '/')
}

/** What came back with a code or tokens is exchanged for a session. */
export async function enterByCode(asking: Asking, code: string): Promise<Response> {
  const { auth } = asking.context.get(identityContext)
  const flowId = new URL(asking.request.url).searchParams.get('sb_flow_id')
  const { data, error } = await auth.exchangeCodeForSession(code, flowId === null ? undefined : { flowId })
  if (error) return toProblem(problemOf(asking, error))
  const isRecovery = 'redirectType' in data && data.redirectType === 'recovery'
  const next = isRecovery ? href('/auth/password/reset') : nextPath(asking.request)
  return next ? leaveTo(data.user, asking.request, next) : leave(data.user, asking.request)
}

/** The same for links of the older kind, whose tokens stand in the fragment; a press of a button sends them here. */
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
