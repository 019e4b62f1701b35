import { audit } from '../audit.ts'
import { requireUser } from '../callers.ts'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendReauthentication, storeTextedCode, textCode, withSendTurn } from '../messages/index.ts'
import { issueToken } from '../one-time-token.ts'
import type { UserRow } from '../users/index.ts'
import { updateUser } from '../users/index.ts'
import type { Call, Endpoint } from '../wire/index.ts'

/** `GET /reauthenticate`: sends a code that a change of password may ask for. */
export const reauthenticate: Endpoint = async (auth, call) => {
  const { user } = await requireUser(auth, call)
  if (user.email !== null) {
    if (user.emailConfirmedAt === null) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    await byMail(auth, call, { user, email: user.email })
    return Response.json({})
  }
  if (user.phone === null) throw invalid('Reauthentication requires the user to have an email or a phone number')
  if (user.phoneConfirmedAt === null) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  }
  return Response.json({ message_id: await byText(auth, call, { user, phone: user.phone }) })
}

async function byMail(auth: Auth, call: Call, { user, email }: { user: UserRow; email: string }): Promise<void> {
  await withSendTurn(auth, { kind: 'reauthentication', by: 'email', address: email }, () =>
    auth.db.transaction(async (tx) => {
      const { code } = await issueToken(auth, tx, {
        user: user.id,
        kind: 'reauthentication',
        address: email,
        isPkce: false,
        digits: auth.settings.email.codeLength,
      })
      const now = auth.clock.now()
      await updateUser(tx, user.id, { reauthenticationSentAt: now, now })
      await audit(auth, tx, { action: 'user_reauthenticate_requested', user: user.id, call })
      await sendReauthentication(auth, user, code)
    }),
  )
}

async function byText(auth: Auth, call: Call, { user, phone }: { user: UserRow; phone: string }): Promise<string> {
  return await withSendTurn(auth, { kind: 'reauthentication', by: 'sms', address: phone }, async () => {
    const { code, messageId } = await textCode(auth, { phone, channel: 'sms' })
    await auth.db.transaction(async (tx) => {
      await storeTextedCode(auth, tx, { user, kind: 'reauthentication', phone, code })
      await audit(auth, tx, { action: 'user_reauthenticate_requested', user: user.id, call })
    })
    return messageId
  })
}
