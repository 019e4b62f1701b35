import { AuthApiError } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import type { NotificationSettings, SaveProfileInput } from '@tillsight/domain'
import { cameByMail, type LevelReader, typedCode } from '../../blocks/credentials/credentials.server.ts'
import { formText } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { type Refusal, refusalOf, refuseForm } from './auth-refusal.server.ts'
import type { Contact } from './model.ts'
import { picturePitfall } from './picture-rules.ts'
import { type AuthClient, emailOf, keepSession, phoneOf, readUser, type SessionKeeper } from './user.server.ts'

/** What a form about an address led to: a refusal, or the name of the message to show. */
type ContactOutcome = Refusal | { readonly done: string }

/** What of the auth client a change of address needs. */
export type AddressClient = SessionKeeper & Pick<AuthClient, 'getUser' | 'updateUser' | 'resend' | 'verifyOtp'>

const malformed = { text: 'This is not a complete e-mail address.', field: 'email' }

/** The address as the auth service knows it now. */
export async function readEmail(auth: Pick<AuthClient, 'getUser'>): Promise<Contact> {
  return emailOf(await readUser(auth))
}

/** Carries out a form of the page about the e-mail address. Links in the mails lead to `confirmed`. */
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
    return refuseForm({ text: 'This is the address you have now.', field: 'email' })
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
  if (error) return refusalOf(error, { text: 'Enter the code from the mail.', field: 'code' })
  const { pending } = await readEmail(auth)
  return { done: pending ? 'email-half' : 'email-changed' }
}

/** What the form says about a number that cannot be one. */
export const malformedPhone = {
  text: 'This is not a complete number. Begin with + and the code of your country, such as +44 7700 900123.',
  field: 'phone',
}

/** The number as the auth service knows it now. */
export async function readPhoneNumber(auth: Pick<AddressClient, 'getUser'>): Promise<Contact> {
  return phoneOf(await readUser(auth))
}

/** Carries out a form of the page about the phone number. */
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
  return error
    ? refusalOf(error, { text: 'Enter the code from the text message.', field: 'code' })
    : { done: 'phone-changed' }
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

/** The form about name, language and zone as it was sent. */
export function readProfile(form: FormData): SaveProfileInput {
  return { name: formText(form, 'name'), language: formText(form, 'language'), zone: formText(form, 'zone') }
}

/** A switch that is off is not sent at all. What is not sent out yet cannot be chosen yet: what was chosen before stays. */
export function readNotifications(form: FormData, before: NotificationSettings): NotificationSettings {
  return { ...before, dataHealth: form.get('dataHealth') === 'on' }
}

/** Carries out a form of the profile; the answer names the message to show. Throws what the verbs throw. */
export async function changeProfile({ run }: Pick<AppServices, 'run'>, form: FormData): Promise<string> {
  switch (formText(form, 'intent')) {
    case 'picture':
      await run('picture.save', { image: await readPicture(form) })
      return 'picture'
    case 'remove-picture':
      await run('picture.remove')
      return 'picture-removed'
    default:
      await run('profile.save', readProfile(form))
      return 'profile'
  }
}

async function readPicture(form: FormData): Promise<Uint8Array<ArrayBuffer>> {
  const file = form.get('picture')
  const pitfall = file instanceof File ? picturePitfall(file) : 'Choose a file first.'
  if (pitfall || !(file instanceof File)) {
    throw new AppError('invalid_input', pitfall ?? '', { details: { field: 'picture' } })
  }
  return new Uint8Array(await file.arrayBuffer())
}
