import { z } from 'zod'
import { audienceOf } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { takeIpTurn } from '../guards.ts'
import { signIn, tokenResponse } from '../sessions/index.ts'
import type { Call, Endpoint } from '../wire/index.ts'
import { parseEmail, parsePhone, readBody } from '../wire/index.ts'
import { codeExpired, findEmailCode, findLink, findPhoneCode, linkExpired, type Proof } from './find-token.ts'
import { findEmailType, findPhoneType } from './types.ts'
import { firstConfirmation, useProof } from './use-proof.ts'

const Body = z.object({
  type: z.string().default(''),
  token: z.string().default(''),
  token_hash: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  redirect_to: z.string().default(''),
})
type Body = z.infer<typeof Body>

/** `POST /verify`. */
export const verify: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'verify')
  const body = await readBody(call.request, Body)
  const proof = await findProof(auth, call, body)
  const expired = body.token_hash === '' ? codeExpired : linkExpired
  const tokens = await auth.db.transaction(async (tx) => {
    const user = await useProof(auth, tx, { call, proof, expired })
    return user === 'first' ? undefined : await signIn(auth, tx, { user, method: 'otp', call })
  })
  return tokens ? tokenResponse(tokens) : Response.json({ msg: firstConfirmation, code: '200' })
}

async function findProof(auth: Auth, call: Call, body: Body): Promise<Proof> {
  const { type, token, token_hash: hash, email, phone } = body
  if (type === '') throw invalid('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
  if (hash !== '') {
    if (email !== '' || phone !== '' || body.redirect_to !== '') {
      throw invalid('Only the token_hash and type should be provided')
    }
    const emailType = findEmailType(type)
    if (!emailType) throw invalid('Invalid email verification type')
    return await findLink(auth, hash, emailType)
  }
  if ((email === '') === (phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const aud = await audienceOf(auth, call)
  if (phone !== '') {
    const number = parsePhone(phone)
    const phoneType = findPhoneType(type)
    if (!phoneType) throw invalid('Unsupported verification type')
    return await findPhoneCode(auth, { phone: number, type: phoneType, code: token, aud })
  }
  const address = readAddress(email)
  const emailType = findEmailType(type)
  if (!emailType) throw invalid('Unsupported verification type')
  return await findEmailCode(auth, { email: address, type: emailType, code: token, aud })
}

function readAddress(email: string): string {
  try {
    return parseEmail(email)
  } catch (error) {
    if (error instanceof AuthError) throw new AuthError(422, 'validation_failed', 'Invalid email format')
    throw error
  }
}
