import { typedCode } from '../../blocks/credentials/typed-code.server.ts'
import { formText } from '../../request.server.ts'
import { type Refusal, refusalOf } from './auth-refusal.server.ts'
import type { Enrolment } from './model.ts'
import { type AuthClient, freeFactorName, readUser, unverifiedFactors } from './user.server.ts'

/** What a form of the page about the authenticator app led to. */
export type AuthenticatorOutcome =
  | { readonly kind: 'added' }
  | { readonly kind: 'open'; readonly enrolment: Enrolment; readonly refusal?: Refusal }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const svgHeader = 'data:image/svg+xml;utf-8,'

/** Begins with a new key, or confirms the one that was shown. */
export async function changeAuthenticator(auth: AuthClient, form: FormData): Promise<AuthenticatorOutcome> {
  return formText(form, 'intent') === 'verify' ? verify(auth, form) : begin(auth, form)
}

/** The key is told once, so an earlier one that was never confirmed makes room. */
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
  const refusal = refusalOf(error, { text: 'Enter the six digits that the app shows now.', field: 'code' })
  if (error.code === 'mfa_factor_not_found' || enrolment.key === '') return { kind: 'refused', refusal }
  return { kind: 'open', enrolment, refusal }
}

/** What the form brought along is shown again, so only what it can have been is taken. */
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

/** The client puts the header before the bare document, in which `#` would end the address. */
export function toImage(dataUrl: string): string {
  const svg = dataUrl.startsWith(svgHeader) ? dataUrl.slice(svgHeader.length) : dataUrl
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
