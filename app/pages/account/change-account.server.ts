import { AuthApiError } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import type { SaveProfileInput } from '@tillsight/domain'
import { cameByMail, type LevelReader, typedCode } from '../../blocks/credentials/credentials.server.ts'
import type { Say } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { type Refusal, refusalOf, refuseForm } from './auth-refusal.server.ts'
import type { Contact } from './model.ts'
import { picturePitfall } from './picture-rules.ts'
import { type AuthClient, emailOf, keepSession, phoneOf, readUser, type SessionKeeper } from './user.server.ts'
import type { AccountKey } from './words.ts'

/** Result of a form about an address: a rejection, or the name of the message to show. */
type ContactOutcome = Refusal | { readonly done: string }

/** The auth client's methods that a change of address needs. */
export type AddressClient = SessionKeeper & Pick<AuthClient, 'getUser' | 'updateUser' | 'resend' | 'verifyOtp'>

const malformed = { text: 'emailIncomplete', field: 'email' } as const

/** The address as the auth service has it. */
export async function readEmail(auth: Pick<AuthClient, 'getUser'>): Promise<Contact> {
  return emailOf(await readUser(auth))
}

/** Runs a form of the email page. Links in the emails lead to `confirmed`. */
export async function changeEmail(auth: AddressClient, form: FormData, confirmed: string): Promise<ContactOutcome> {
  const intent = formText(form, 'intent')
  if (intent === 'confirm') return confirmEmail(auth, form)
  const { value, pending } = await readEmail(auth)
  if (intent === 'resend') {
    const { error } = await auth.resend({ type: 'email_change', email: value })
    return error ? refusalOf(error) : { done: 'mail-sent' }
  }
  const email = intent === 'cancel' ? value : formText(form, 'email')
  if (intent !== 'cancel' && email.toLowerCase() === value.toLowerCase()) {
    return refuseForm({ text: 'emailSame', field: 'email' })
  }
  const { data, error } = await auth.updateUser({ email }, { emailRedirectTo: confirmed })
  if (error) return refusalOf(error, malformed)
  if (intent === 'cancel') return { done: data.user.new_email && pending ? 'email-expires' : 'email-kept' }
  return { done: data.user.new_email ? 'mail-sent' : 'email-changed' }
}

/** Each of the two mails has a code of its own; the address says which one this is. */
async function confirmEmail(auth: AddressClient, form: FormData): Promise<ContactOutcome> {
  const email = formText(form, 'address')
  const token = typedCode(form)
  const error = await keepSession(auth, () => auth.verifyOtp({ type: 'email_change', email, token }))
  if (error) return refusalOf(error, { text: 'emailCode', field: 'code' })
  const { pending } = await readEmail(auth)
  return { done: pending ? 'email-half' : 'email-changed' }
}

/** Message for an impossible phone number. */
export const malformedPhone = { text: 'phoneIncomplete', field: 'phone' } as const

/** The number as the auth service has it. */
export async function readPhoneNumber(auth: Pick<AddressClient, 'getUser'>): Promise<Contact> {
  return phoneOf(await readUser(auth))
}

/** Runs a form of the phone page. */
export async function changePhone(auth: AddressClient, form: FormData): Promise<ContactOutcome> {
  const intent = formText(form, 'intent')
  if (intent === 'number') {
    const phone = readPhone(form)
    if (phone === undefined) return refuseForm(malformedPhone)
    const { data, error } = await auth.updateUser({ phone })
    if (error) return refusalOf(error, malformedPhone)
    return { done: data.user.new_phone ? 'text-sent' : 'phone-changed' }
  }
  const { pending } = await readPhoneNumber(auth)
  if (intent === 'resend') {
    const { error } = await auth.resend({ type: 'phone_change', phone: pending })
    return error ? refusalOf(error) : { done: 'text-sent' }
  }
  const token = typedCode(form)
  const error = await keepSession(auth, () => auth.verifyOtp({ type: 'phone_change', phone: pending, token }))
  return error ? refusalOf(error, { text: 'textCode', field: 'code' }) : { done: 'phone-changed' }
}

/**
 * People write brackets, dashes, a leading 00 and a zero that is only dialled at home; the service wants digits.
 * Undefined for what cannot be a number with its country.
 */
export function readPhone(form: FormData): string | undefined {
  const phone = formText(form, 'phone')
    .replace('(0)', '')
    .replaceAll(/[\s().\-/]/g, '')
    .replace(/^00/, '+')
  return /^\+?[1-9]\d{6,14}$/.test(phone) ? phone : undefined
}

/** Whether the current password is required: there may be one, and the person did not sign in by a code or link. */
export async function asksCurrent(mfa: LevelReader, hasPassword: boolean): Promise<boolean> {
  return hasPassword && !(await cameByMail(mfa))
}

/** Parses the password form. Passwords keep their whitespace. */
function readPasswordForm(form: FormData): { current: string; password: string; nonce: string } {
  return { current: rawText(form, 'current'), password: rawText(form, 'password'), nonce: typedCode(form) }
}

/**
 * Changes the password, which ends every other session. Undefined on success. When the service wants to reauthenticate, it
 * sends a code and the refusal says so. `needsCurrent`: an open session is not enough.
 */
export async function changePassword(
  auth: Pick<AuthClient, 'updateUser' | 'reauthenticate'>,
  form: FormData,
  { needsCurrent }: { readonly needsCurrent: boolean },
): Promise<Refusal | undefined> {
  const { current, password, nonce } = readPasswordForm(form)
  // The service verifies a current password if given, but requires one only where configured.
  if (needsCurrent && !current) return refusalOf(new AuthApiError('missing', 400, 'current_password_required'))
  const { error } = await auth.updateUser({
    password,
    ...(current ? { current_password: current } : {}),
    ...(nonce ? { nonce } : {}),
  })
  if (!error) return undefined
  if (error.code === 'reauthentication_needed') {
    const { error: unsent } = await auth.reauthenticate()
    // A code sent a moment ago is still valid.
    if (unsent && unsent.status !== 429) return refusalOf(unsent)
  }
  return refusalOf(error, { text: 'passwordLong', field: 'password' })
}

function rawText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Parses the form with name, language and time zone. */
export function readProfile(form: FormData): SaveProfileInput {
  return { name: formText(form, 'name'), language: formText(form, 'language'), zone: formText(form, 'zone') }
}

/** Runs a form of the profile; returns the name of the message to show. Throws what the verbs throw. */
export async function changeProfile(
  { run }: Pick<AppServices, 'run'>,
  form: FormData,
  say: Say<AccountKey>,
): Promise<string> {
  switch (formText(form, 'intent')) {
    case 'picture':
      await run('picture.save', { image: await readPicture(form, say) })
      return 'picture'
    case 'remove-picture':
      await run('picture.remove')
      return 'picture-removed'
    default:
      await run('profile.save', readProfile(form))
      return 'profile'
  }
}

async function readPicture(form: FormData, say: Say<AccountKey>): Promise<Uint8Array<ArrayBuffer>> {
  const file = form.get('picture')
  const pitfall = file instanceof File ? picturePitfall(file) : 'noFile'
  if (pitfall || !(file instanceof File)) {
    throw new AppError('invalid_input', say(`profile.${pitfall ?? 'noFile'}`), { details: { field: 'picture' } })
  }
  return new Uint8Array(await file.arrayBuffer())
}
