import type { Provider } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import { formText } from '../../request.server.ts'
import { type Refusal, refusalOf } from './auth-refusal.server.ts'
import { type AuthClient, readUser } from './user.server.ts'

/** What a form of the security page led to. */
export type SecurityOutcome =
  | { readonly kind: 'done'; readonly done: string }
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Carries out a form of the security page. `linked` is where a provider sends the browser back to. */
export async function changeSecurity(auth: AuthClient, form: FormData, linked: string): Promise<SecurityOutcome> {
  switch (formText(form, 'intent')) {
    case 'remove-factor':
      return removeFactor(auth, formText(form, 'factor'))
    case 'link':
      return link(auth, formText(form, 'provider'), linked)
    case 'unlink':
      return unlink(auth, formText(form, 'identity'))
    case 'sign-out':
      return signOut(auth, formText(form, 'scope'))
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

async function removeFactor(auth: AuthClient, factorId: string): Promise<SecurityOutcome> {
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) return refused(refusalOf(error))
  // The tokens still claim the factor until they are renewed.
  await auth.refreshSession()
  return { kind: 'done', done: 'factor-removed' }
}

async function link(auth: AuthClient, provider: string, redirectTo: string): Promise<SecurityOutcome> {
  const { data, error } = await auth.linkIdentity({
    provider: toProvider(provider),
    options: { redirectTo, skipBrowserRedirect: true },
  })
  if (error) return refused(refusalOf(error))
  return { kind: 'elsewhere', url: data.url }
}

async function unlink(auth: AuthClient, id: string): Promise<SecurityOutcome> {
  const identity = (await readUser(auth)).identities?.find(({ identity_id }) => identity_id === id)
  if (!identity) return { kind: 'done', done: 'unlinked' }
  const { error } = await auth.unlinkIdentity(identity)
  return error ? refused(refusalOf(error)) : { kind: 'done', done: 'unlinked' }
}

async function signOut(auth: AuthClient, asked: string): Promise<SecurityOutcome> {
  const scope = asked === 'others' || asked === 'global' ? asked : 'local'
  const { error } = await auth.signOut({ scope })
  if (error) return refused(refusalOf(error))
  return scope === 'others' ? { kind: 'done', done: 'others-out' } : { kind: 'signed-out' }
}

function refused(refusal: Refusal): SecurityOutcome {
  return { kind: 'refused', refusal }
}

/** The client lists the providers it has heard of; which ones exist is up to the service, and it refuses the others. */
function toProvider(id: string): Provider {
  return id as Provider
}
