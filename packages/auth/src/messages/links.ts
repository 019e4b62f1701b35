import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { issueToken, type TokenKind } from '../one-time-token.ts'
import type { UserRow } from '../users/index.ts'
import { type UserChange, updateUser } from '../users/index.ts'

/** What a mail with a link is for. */
export type LinkKind =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'

/** The word for it in a link. */
export type VerificationType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

/** Which link for whom. */
export interface LinkOrder {
  readonly kind: LinkKind
  /** For a change of address with `newEmail` set already. */
  readonly user: UserRow
  readonly isPkce: boolean
  /** Allowed already. */
  readonly redirectTo: string
}

/** A link with its code: usable once, and until another of its kind is issued. */
export interface IssuedLink {
  readonly kind: LinkKind
  /** As changed by issuing. */
  readonly user: UserRow
  readonly to: string
  readonly type: VerificationType
  readonly code: string
  readonly hash: string
  /** Spends the link as soon as it is opened; what the protocol answers. */
  readonly url: string
  /** What the mail leads to. */
  readonly mailUrl: string
  readonly redirectTo: string
}

const traits: Readonly<Record<LinkKind, { readonly token: TokenKind; readonly type: VerificationType }>> = {
  confirmation: { token: 'confirmation', type: 'signup' },
  invite: { token: 'confirmation', type: 'invite' },
  magic_link: { token: 'recovery', type: 'magiclink' },
  recovery: { token: 'recovery', type: 'recovery' },
  email_change_new: { token: 'email_change_new', type: 'email_change' },
  email_change_current: { token: 'email_change_current', type: 'email_change' },
}

/** Issues the code and link, and notes on the account that they were sent. Sends nothing. */
export async function issueLink(auth: Auth, db: Db, order: LinkOrder): Promise<IssuedLink> {
  const { kind, user, isPkce, redirectTo } = order
  const { token, type } = traits[kind]
  const to = kind === 'email_change_new' ? user.newEmail : user.email
  if (to === null) throw new Error(`A link of the kind ${kind} was ordered for an account without that address`)
  const { code, hash } = await issueToken(auth, db, {
    user: user.id,
    kind: token,
    address: to,
    isPkce,
    digits: auth.settings.email.codeLength,
  })
  const now = auth.clock.now()
  const url = `${auth.externalUrl()}/verify?token=${hash}&type=${type}&redirect_to=${encodeURIComponent(redirectTo)}`
  return {
    kind,
    user: await updateUser(db, user.id, { ...sentAt(kind, now), now }),
    to,
    type,
    code,
    hash,
    url,
    mailUrl: confirmUrl(auth, { hash, type, redirectTo }) ?? url,
    redirectTo,
  }
}

/** The page with the button, for links that lead to its own site: what another site waits for only `/verify` brings there. */
function confirmUrl(
  auth: Auth,
  { hash, type, redirectTo }: Pick<IssuedLink, 'hash' | 'type' | 'redirectTo'>,
): string | undefined {
  const page = auth.confirmPage(redirectTo)
  return page && `${page}?${new URLSearchParams({ token_hash: hash, type, redirect_to: redirectTo })}`
}

function sentAt(kind: LinkKind, now: Date): UserChange {
  switch (kind) {
    case 'confirmation':
      return { confirmationSentAt: now }
    case 'invite':
      return { confirmationSentAt: now, invitedAt: now }
    case 'magic_link':
    case 'recovery':
      return { recoverySentAt: now }
    case 'email_change_new':
    case 'email_change_current':
      return { emailChangeSentAt: now }
  }
}
