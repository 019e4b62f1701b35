import { typedCode } from '../../blocks/credentials/typed-code.server.ts'
import { formText } from '../../request.server.ts'
import { refusalOf, refuseForm } from './auth-refusal.server.ts'
import type { AddressClient, ContactOutcome } from './change-email.server.ts'
import { keepSession } from './keep-session.server.ts'
import type { Contact } from './model.ts'
import { phoneOf, readUser } from './user.server.ts'

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
