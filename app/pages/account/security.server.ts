import type { Provider } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import { typedCode } from '../../blocks/credentials/credentials.server.ts'
import { ageText, instantText } from '../../format/index.ts'
import type { SessionView } from '../../identity.ts'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import { type Refusal, refusalOf } from './auth-refusal.server.ts'
import type { Enrolment, SessionModel } from './model.ts'
import { type AuthClient, freeFactorName, readUser, unverifiedFactors } from './user.server.ts'

/** Result of a form on the security page. */
type SecurityOutcome =
  | { readonly kind: 'done'; readonly done: string }
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Runs a form of the security page. `linked` is the address that a provider returns to. */
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
  // The tokens contain the removed factor until they are refreshed.
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

/** The client's type lists the providers it knows; which ones exist is up to the service, which rejects others. */
function toProvider(id: string): Provider {
  return id as Provider
}

/** Result of a form on the authenticator page. */
type AuthenticatorOutcome =
  | { readonly kind: 'added' }
  | { readonly kind: 'open'; readonly enrolment: Enrolment; readonly refusal?: Refusal }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const svgHeader = 'data:image/svg+xml;utf-8,'

/** Begins with a new key, or confirms the one that was shown. */
export async function changeAuthenticator(auth: AuthClient, form: FormData): Promise<AuthenticatorOutcome> {
  return formText(form, 'intent') === 'verify' ? verify(auth, form) : begin(auth, form)
}

/** The key is shown only once, so an earlier one that was never verified is replaced. */
async function begin(auth: AuthClient, form: FormData): Promise<AuthenticatorOutcome> {
  const user = await readUser(auth)
  for (const { id } of unverifiedFactors(user, 'totp')) await auth.mfa.unenroll({ factorId: id })
  const friendlyName = formText(form, 'name') || freeFactorName(user, 'Authenticator app')
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Tillsight' })
  if (error) return { kind: 'refused', refusal: refusalOf(error) }
  const { qr_code: image, uri, secret } = data.totp
  return { kind: 'open', enrolment: { factor: data.id, image: toImage(image), uri, key: inFours(secret) } }
}

/** After a wrong code the same picture is shown again: it came along with the form. */
async function verify(auth: AuthClient, form: FormData): Promise<AuthenticatorOutcome> {
  const enrolment = readEnrolment(form)
  const code = typedCode(form)
  const { error } = await auth.mfa.challengeAndVerify({ factorId: enrolment.factor, code })
  if (!error) return { kind: 'added' }
  const refusal = refusalOf(error, { text: 'appCode', field: 'code' })
  if (error.code === 'mfa_factor_not_found' || enrolment.key === '') return { kind: 'refused', refusal }
  return { kind: 'open', enrolment, refusal }
}

/** Fields of the form are shown again, so only valid values are accepted. */
export function readEnrolment(form: FormData): Enrolment {
  const uri = formText(form, 'uri')
  const image = formText(form, 'image')
  const secret = uri.startsWith('otpauth://totp/') && URL.canParse(uri) ? new URL(uri).searchParams.get('secret') : ''
  return {
    factor: formText(form, 'factor'),
    image: image.startsWith('data:image/svg+xml,') ? image : '',
    uri: secret ? uri : '',
    key: inFours(secret ?? ''),
  }
}

/** Re-encodes the client's data URL: the document in it is not escaped, and its `#` would end the URL. */
export function toImage(dataUrl: string): string {
  const svg = dataUrl.startsWith(svgHeader) ? dataUrl.slice(svgHeader.length) : dataUrl
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

interface Printing {
  readonly zone: string
  /** The present instant. */
  readonly now: string
  readonly language: Language
}

/** Prints sessions, the current one first. */
export function printSessions(sessions: readonly SessionView[], { zone, now, language }: Printing): SessionModel[] {
  return sessions
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
    .map(({ id, isThis, device, ip, createdAt, lastUsedAt, level }) => ({
      id,
      isThis,
      device,
      ip,
      lastUsed: ageText(lastUsedAt, now, language),
      lastUsedAt: `${instantText(lastUsedAt, zone, language)} (${zone})`,
      signedInAt: instantText(createdAt, zone, language),
      isStrong: level === 'aal2',
    }))
}
