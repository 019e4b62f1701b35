import { typedCode } from '../../blocks/credentials/typed-code.server.ts'
import { formText } from '../../form-text.ts'
import type { AuthClient } from './auth-client.ts'
import { type Refusal, refusalOf, refuseForm } from './auth-refusal.server.ts'
import { malformedPhone, readPhone } from './change-phone.server.ts'
import { freeFactorName } from './print-user.server.ts'
import { readUser } from './read-user.server.ts'

/** A text message is on its way to a phone that is to become a factor. */
export interface SentCode {
  readonly factor: string
  readonly challenge: string
}

/** What a form of the page about the phone factor led to. */
export type PhoneFactorOutcome =
  | { readonly kind: 'added' }
  | { readonly kind: 'sent'; readonly sent: SentCode }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const wrongCode = { text: 'That code is not right. Take the one from the newest message.', field: 'code' }

/** Takes a number and sends it a code, sends another, or confirms the code. */
export async function changePhoneFactor(auth: AuthClient, form: FormData): Promise<PhoneFactorOutcome> {
  const intent = formText(form, 'intent')
  const factorId = formText(form, 'factor')
  if (intent === 'verify') {
    const code = typedCode(form)
    const { error } = await auth.mfa.verify({ factorId, challengeId: formText(form, 'challenge'), code })
    if (!error) return { kind: 'added' }
    if (error.code === 'mfa_verification_failed') return refused(refuseForm(wrongCode))
    return refused(refusalOf(error, { text: 'Enter the code from the text message.', field: 'code' }))
  }
  if (intent === 'resend') return sendCode(auth, factorId)
  const phone = readPhone(form)
  if (phone === undefined) return refused(refuseForm(malformedPhone))
  const friendlyName = freeFactorName(await readUser(auth), 'Phone')
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
  return error ? refused(refusalOf(error, malformedPhone)) : sendCode(auth, data.id)
}

async function sendCode(auth: AuthClient, factorId: string): Promise<PhoneFactorOutcome> {
  const { data, error } = await auth.mfa.challenge({ factorId })
  if (error) return refused(refusalOf(error, malformedPhone))
  return { kind: 'sent', sent: { factor: factorId, challenge: data.id } }
}

function refused(refusal: Refusal): PhoneFactorOutcome {
  return { kind: 'refused', refusal }
}
