import type { MailMessage } from '../message.ts'
import { composeMail } from './layout.ts'

/** What somebody is told after the fact. */
export type NoticeKind = 'password_changed' | 'email_changed' | 'factor_enrolled' | 'factor_unenrolled'

/** What a notice is filled with. */
export interface NoticeValues {
  /** For a changed address: the earlier one. */
  readonly to: string
  readonly siteUrl: string
  readonly at: Date
  /** For a changed address: the one that holds from now on. */
  readonly newEmail?: string
  /** For factors: `authenticator app`, `phone`. */
  readonly factor?: string
}

interface Words {
  readonly subject: string
  readonly text: string
}

/** A mail that says what has changed, when, and what to do if it was somebody else. */
export function renderNotice(kind: NoticeKind, values: NoticeValues): MailMessage {
  const { to, siteUrl, at } = values
  const { subject, text } = wordsOf[kind](values)
  return composeMail({
    to,
    siteUrl,
    subject,
    title: subject,
    paragraphs: [text, `It happened on ${instant(at)}.`],
    button: { label: 'Open Tillsight', href: siteUrl },
    reason:
      'If it was you, there is nothing to do. If not, reset your password at once, sign out all devices ' +
      'and tell the owner of your organisation.',
  })
}

const wordsOf: Readonly<Record<NoticeKind, (values: NoticeValues) => Words>> = {
  password_changed: () => ({
    subject: 'Your password was changed',
    text: 'The password of your account was changed. All other devices were signed out.',
  }),
  email_changed: ({ newEmail }) => ({
    subject: 'Your e-mail address was changed',
    text: newEmail
      ? `Your account uses the address ${newEmail} from now on. Mails no longer come here.`
      : 'Your account uses another address from now on. Mails no longer come here.',
  }),
  factor_enrolled: ({ factor = 'second factor' }) => ({
    subject: 'Two-step sign-in was extended',
    text: `A ${factor} was added to your account. It is asked for when you sign in.`,
  }),
  factor_unenrolled: ({ factor = 'second factor' }) => ({
    subject: 'Two-step sign-in was reduced',
    text: `A ${factor} was removed from your account.`,
  }),
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A recipient's zone is not known here. */
export function instant(at: Date): string {
  return `${format.format(at)} UTC`
}
