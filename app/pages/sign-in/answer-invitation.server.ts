import { isAppError } from '@tillsight/core'
import { href, redirect } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { formText } from '../../form-text.ts'
import type { Asking } from '../../guards/leave.server.ts'
import { rememberPath } from '../../guards/remembered-path.server.ts'

/** Accepts an invitation, or signs out to come back with the right account. Answers with a message when neither went. */
export async function answerInvitation(
  asking: Asking,
  token: string,
): Promise<Response | { readonly message: string }> {
  const services = asking.context.get(servicesContext)
  const form = await asking.request.formData()
  if (formText(form, 'intent') === 'switch') return await switchAccount(asking, token)
  try {
    await services.run('invitation.accept', { token })
  } catch (failure) {
    if (isAppError(failure) && (failure.code === 'conflict' || failure.code === 'forbidden')) {
      return { message: failure.message }
    }
    throw failure
  }
  return redirect('/')
}

async function switchAccount({ context }: Asking, token: string): Promise<Response> {
  const invitation = await context.get(servicesContext).invitation(token)
  await context.get(identityContext).auth.signOut({ scope: 'local' })
  const search = new URLSearchParams({ email: invitation?.email ?? '' })
  const cookie = rememberPath(href('/invitation/:token', { token }))
  return redirect(`${href('/auth/login')}?${search}`, { headers: { 'Set-Cookie': cookie } })
}
