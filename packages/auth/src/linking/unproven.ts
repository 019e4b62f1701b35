import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { issueLink, sendLink, withSendTurn } from '../messages/index.ts'
import type { UserRow } from '../users/index.ts'

/**
 * Refuses a visitor whose address nobody has verified, after mailing that address a link. Throws
 * `422 provider_email_needs_verification`, or `429` when it was mailed a moment ago.
 */
export async function refuseUnproven(
  auth: Auth,
  of: { readonly user: UserRow; readonly provider: string; readonly redirectTo: string },
): Promise<never> {
  const { user, provider, redirectTo } = of
  if (user.email === null) {
    throw needsVerification(`Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`)
  }
  await withSendTurn(auth, { kind: 'confirmation', by: 'email', address: user.email }, async () => {
    const link = await auth.db.transaction((tx) =>
      issueLink(auth, tx, { kind: 'confirmation', user, isPkce: false, redirectTo }),
    )
    await sendLink(auth, link)
  })
  throw needsVerification(
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
}

function needsVerification(text: string): AuthError {
  return new AuthError(422, 'provider_email_needs_verification', text)
}
