import { z } from 'zod'
import { audienceOf } from '../callers.ts'
import { AuthError, invalid } from '../errors.ts'
import { requirePerson, takeIpTurn } from '../guards.ts'
import { sendLinkOrPretend, withSendTurn } from '../messages/index.ts'
import type { UserRow } from '../users/index.ts'
import { findUserByEmail } from '../users/index.ts'
import type { Endpoint } from '../wire/index.ts'
import { Challenge, parseChallenge, parseEmail, readBody, resolveRedirect, Security } from '../wire/index.ts'

const Body = z.object({ ...Challenge.shape, ...Security.shape, email: z.string().optional() })

/** `POST /recover`: the same answer, limits and time whether or not anybody has the address. */
export const recover: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'recover')
  const body = await readBody(call.request, Body)
  await requirePerson(auth, call, body)
  if (!body.email) throw invalid('Password recovery requires an email')
  if (!auth.settings.email.enabled) throw new AuthError(400, 'email_provider_disabled', 'Email logins are disabled')
  const email = parseEmail(body.email)
  const challenge = parseChallenge(body.code_challenge, body.code_challenge_method)
  const redirectTo = resolveRedirect(auth, call)
  const aud = await audienceOf(auth, call)
  const action = 'user_recovery_requested'
  await withSendTurn(auth, { kind: 'recovery', by: 'email', address: email }, async (pretend) => {
    const known = await findUserByEmail(auth.db.kysely, email, aud)
    const isDue = (user: UserRow) => user.email === email
    await sendLinkOrPretend(auth, {
      call,
      action,
      kind: 'recovery',
      user: known,
      isDue,
      challenge,
      redirectTo,
      pretend,
    })
  })
  return Response.json({})
}
