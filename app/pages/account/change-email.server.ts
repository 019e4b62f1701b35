import { typedCode } from '../../blocks/credentials/typed-code.server.ts'
import { formText } from '../../request.server.ts'
import { type Refusal, refusalOf, refuseForm } from './auth-refusal.server.ts'
import { keepSession, type SessionKeeper } from './keep-session.server.ts'
import type { Contact } from './model.ts'
import { type AuthClient, emailOf, readUser } from './user.server.ts'

/** What a form about an address led to: a refusal, or the name of the message to show. */
export type ContactOutcome = Refusal | { readonly done: string }

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
