import { createPrivateKey, sign } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { z } from 'zod'

/** Who writes: an account without a person, and its key. */
export const ServiceAccount = z.object({ email: z.email().max(300), privateKey: z.string() })
export type ServiceAccount = z.infer<typeof ServiceAccount>

/** Where Google gives out tokens; it is named in what is signed. */
export const tokenAddress = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/spreadsheets'
const hourSeconds = 3600

/** Reads a key as Google's console gives it out, a file of JSON. Throws `invalid_input`. */
export function readServiceAccount(text: string): ServiceAccount {
  const File = z.object({
    type: z.literal('service_account'),
    client_email: z.email().max(300),
    private_key: z.string(),
  })
  try {
    const { client_email: email, private_key: privateKey } = File.parse(JSON.parse(text))
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return { email, privateKey }
  } catch {
    // What it says would show parts of the key.
  }
  const advice = 'Make one in Google’s console (IAM > Service accounts > Keys > JSON) and give the whole file.'
  throw new AppError('invalid_input', `This is not the key of a service account. ${advice}`, {
    details: { field: 'to.serviceAccountKey' },
  })
}

/** What a token is asked for with: RFC 7523, signed as Google asks, by RS256. */
export function assertionOf({ email, privateKey }: ServiceAccount, now: Date): string {
  const at = Math.floor(now.getTime() / 1000)
  const claims = { iss: email, scope, aud: tokenAddress, iat: at, exp: at + hourSeconds }
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}
