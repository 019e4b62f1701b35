// What every address, number and challenge that comes in has to look like. Texts are the protocol's.
import { invalid } from '../errors.ts'

const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** The address in the form it is stored and looked up: lower case. */
export function parseEmail(text: string | undefined): string {
  if (text === undefined || text === '') throw invalid('An email address is required')
  if (text.length > 255) throw invalid('An email address is too long')
  if (!emailPattern.test(text)) throw invalid('Unable to validate email address: invalid format')
  return text.toLowerCase()
}

/** The number in the form it is stored: E.164 without `+`. */
export function parsePhone(text: string): string {
  const digits = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}

/** How a text message travels. */
export type Channel = 'sms' | 'whatsapp'

/** `sms` unless told; WhatsApp only where the provider can. */
export function parseChannel(text: string | undefined, canWhatsapp: boolean): Channel {
  if (text === undefined || text === '' || text === 'sms') return 'sms'
  if (text === 'whatsapp' && canWhatsapp) return 'whatsapp'
  throw invalid(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  )
}

/** What the client keeps the answer to. */
export interface CodeChallenge {
  readonly value: string
  readonly method: 's256' | 'plain'
}

/** Both or neither; undefined for a flow without PKCE. */
export function parseChallenge(value: string | undefined, method: string | undefined): CodeChallenge | undefined {
  const [text, kind] = [value ?? '', (method ?? '').toLowerCase()]
  if (text === '' && kind === '') return undefined
  if (text === '' || kind === '') throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (text.length < 43 || text.length > 128) throw invalid('code challenge has to be between 43 and 128 characters')
  if (!/^[A-Za-z0-9._~-]+$/.test(text)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  }
  if (kind !== 's256' && kind !== 'plain') throw invalid('Invalid code_challenge_method')
  return { value: text, method: kind }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
