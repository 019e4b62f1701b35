import type { Auth } from '../context.ts'
import { type MailKind, renderMail } from '../delivery/index.ts'
import { unexpected } from '../errors.ts'
import type { UserRow } from '../users/index.ts'
import type { IssuedLink, LinkKind } from './links.ts'

const mailKinds: Readonly<Record<LinkKind, MailKind>> = {
  confirmation: 'confirmation',
  invite: 'invite',
  magic_link: 'magic_link',
  recovery: 'recovery',
  email_change_new: 'email_change',
  email_change_current: 'email_change',
}

const names: Readonly<Record<MailKind, string>> = {
  confirmation: 'confirmation',
  invite: 'invite',
  magic_link: 'magic link',
  recovery: 'recovery',
  email_change: 'email change',
  reauthentication: 'reauthentication',
}

/** Queues the mail with the link. Throws `500` when it cannot even be queued. */
export async function sendLink(auth: Auth, link: IssuedLink): Promise<void> {
  await queue(auth, mailKinds[link.kind], {
    user: link.user,
    to: link.to,
    code: link.code,
    hash: link.hash,
    url: link.mailUrl,
    redirectTo: link.redirectTo,
  })
}

/** Queues the mail with the code that confirms a change of password. */
export async function sendReauthentication(auth: Auth, user: UserRow, code: string): Promise<void> {
  const siteUrl = auth.siteUrl()
  await queue(auth, 'reauthentication', {
    user,
    to: user.email ?? '',
    code,
    hash: '',
    url: siteUrl,
    redirectTo: siteUrl,
  })
}

/** Does everything that a mail costs here, but it never leaves. */
export async function sendNothing(auth: Auth, link: IssuedLink): Promise<void> {
  await sendLink(auth, { ...link, to: '' })
}

interface Content {
  readonly user: UserRow
  readonly to: string
  readonly code: string
  readonly hash: string
  readonly url: string
  readonly redirectTo: string
}

async function queue(auth: Auth, kind: MailKind, content: Content): Promise<void> {
  const { user, to, code, hash, url, redirectTo } = content
  try {
    const message = renderMail(
      kind,
      {
        to,
        siteUrl: auth.siteUrl(),
        confirmationUrl: url,
        token: code,
        tokenHash: hash,
        email: user.email ?? '',
        newEmail: user.newEmail ?? '',
        redirectTo,
      },
      auth.settings,
    )
    await auth.sendMail(message)
  } catch (cause) {
    throw unexpected(`Error sending ${names[kind]} email`, cause)
  }
}
