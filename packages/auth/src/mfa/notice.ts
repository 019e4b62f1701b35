import type { Auth } from '../context.ts'
import { renderNotice } from '../delivery/index.ts'
import type { FactorRow, UserRow } from '../users/index.ts'

/** Tells the account's owner by mail; somebody else may have done it. */
export async function tellOwner(
  auth: Auth,
  user: UserRow,
  change: { readonly kind: 'factor_enrolled' | 'factor_unenrolled'; readonly factor: FactorRow },
): Promise<void> {
  if (user.email === null || user.emailConfirmedAt === null) return
  const factor = change.factor.type === 'phone' ? 'phone' : 'authenticator app'
  await auth.sendMail(
    renderNotice(change.kind, { to: user.email, siteUrl: auth.siteUrl(), at: auth.clock.now(), factor }),
  )
}
