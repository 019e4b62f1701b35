import type { AuthSettings } from '../../settings.ts'
import { fillPlaceholders, type MailMessage } from '../message.ts'
import { composeMail, type MailContent } from './layout.ts'

/** The mails that carry a code. */
export type MailKind = 'confirmation' | 'invite' | 'magic_link' | 'recovery' | 'email_change' | 'reauthentication'

/** The values for a mail. User metadata is excluded: whoever signs up writes it, and somebody else would read it. */
export interface MailValues {
  readonly to: string
  readonly siteUrl: string
  readonly confirmationUrl: string
  readonly token: string
  readonly tokenHash: string
  /** The account's present address. */
  readonly email: string
  /** The address it will change to. */
  readonly newEmail: string
  readonly redirectTo: string
}

/** Subjects from the settings take precedence over the defaults. */
export interface MailSettings {
  readonly email: Pick<AuthSettings['email'], 'subjects'>
}

type Words = Pick<MailContent, 'subject' | 'title' | 'paragraphs' | 'reason'> & {
  /** Undefined: the mail has a code only. */
  readonly button?: string
}

const once = 'The link and the code work once, and only for a while.'

/** A mail with its code and, but for a re-authentication, its link. */
export function renderMail(kind: MailKind, values: MailValues, settings: MailSettings): MailMessage {
  const { button, ...words } = wordsOf[kind](values)
  const subject = subjectOf(kind, settings)
  return composeMail({
    ...words,
    to: values.to,
    siteUrl: values.siteUrl,
    subject: subject === undefined ? words.subject : fillPlaceholders(subject, placeholders(values)),
    code: { label: 'Type this code', value: values.token },
    ...(button === undefined ? {} : { button: { label: button, href: values.confirmationUrl } }),
  })
}

function subjectOf(kind: MailKind, { email }: MailSettings): string | undefined {
  const { subjects } = email
  switch (kind) {
    case 'magic_link':
      return subjects.magicLink
    case 'email_change':
      return subjects.emailChange
    default:
      return subjects[kind]
  }
}

function placeholders(values: MailValues): Record<string, string> {
  return {
    ConfirmationURL: values.confirmationUrl,
    Email: values.email,
    NewEmail: values.newEmail,
    RedirectTo: values.redirectTo,
    SiteURL: values.siteUrl,
    Token: values.token,
    TokenHash: values.tokenHash,
  }
}

const wordsOf: Readonly<Record<MailKind, (values: MailValues) => Words>> = {
  confirmation: () => ({
    subject: 'Confirm your email address',
    title: 'Confirm your email address',
    paragraphs: ['Welcome to Tillsight. Confirm that this address is yours, and your account is ready.', once],
    button: 'Confirm address',
    reason: 'Somebody signed up with this address. If it was not you, ignore this email.',
  }),
  invite: () => ({
    subject: 'You are invited to Tillsight',
    title: 'You are invited to Tillsight',
    paragraphs: ['An account has been prepared for this address. Accept the invitation to sign in.', once],
    button: 'Accept the invitation',
    reason: 'You were invited with this address. If you expect no invitation, ignore this email.',
  }),
  magic_link: () => ({
    subject: 'Your sign-in link',
    title: 'Sign in to Tillsight',
    paragraphs: ['Open the link on the device you want to sign in on, or type the code there.', once],
    button: 'Sign in',
    reason:
      'Didn’t try to sign in? Ignore this email. Nobody can sign in without it. ' +
      'Never pass the code on; we do not ask for it.',
  }),
  recovery: () => ({
    subject: 'Reset your password',
    title: 'Reset your password',
    paragraphs: ['Choose a new password for your account. Your present one stays valid until you have done so.', once],
    button: 'Choose a new password',
    reason:
      'Somebody asked for a new password for this address. If it was not you, do nothing: your password stays as it is. ' +
      'Never pass the code on; we do not ask for it.',
  }),
  email_change: ({ to, email, newEmail }) => ({
    subject: 'Confirm your new email address',
    title: to === newEmail ? 'Confirm your new email address' : 'Confirm the change of your email address',
    paragraphs: [
      email === ''
        ? `Your account is to use the address ${newEmail}.`
        : `Your account is to use the address ${newEmail} instead of ${email}.`,
      once,
    ],
    button: 'Confirm the change',
    reason:
      to === newEmail
        ? 'Somebody wants to use this address for an account. If it was not you, ignore this email.'
        : 'Somebody who is signed in to your account asked for this. If it was not you, do not confirm it, and change your password.',
  }),
  reauthentication: () => ({
    subject: 'Your confirmation code',
    title: 'Confirm that it is you',
    paragraphs: ['Type this code where you were asked for it. It works once, and only for a while.'],
    reason:
      'Somebody who is signed in to your account is about to change its password. If it was not you, change it yourself. ' +
      'Never pass the code on; we do not ask for it.',
  }),
}

/** The account changes that users are notified of. */
export type NoticeKind = 'password_changed' | 'email_changed' | 'factor_enrolled' | 'factor_unenrolled'

/** The values for a notification. */
export interface NoticeValues {
  /** For a changed address: the earlier one. */
  readonly to: string
  readonly siteUrl: string
  readonly at: Date
  /** For a changed address: the new one. */
  readonly newEmail?: string
  /** For factors: `authenticator app`, `phone`. */
  readonly factor?: string
}

interface NoticeWords {
  readonly subject: string
  readonly text: string
}

/** A mail that says what has changed, when, and what to do if it was somebody else. */
export function renderNotice(kind: NoticeKind, values: NoticeValues): MailMessage {
  const { to, siteUrl, at } = values
  const { subject, text } = noticeWords[kind](values)
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

const noticeWords: Readonly<Record<NoticeKind, (values: NoticeValues) => NoticeWords>> = {
  password_changed: () => ({
    subject: 'Your password was changed',
    text: 'The password of your account was changed. All other devices were signed out.',
  }),
  email_changed: ({ newEmail }) => ({
    subject: 'Your email address was changed',
    text: newEmail
      ? `Your account uses the address ${newEmail} from now on. Emails no longer come here.`
      : 'Your account uses another address from now on. Emails no longer come here.',
  }),
  factor_enrolled: ({ factor = 'verification method' }) => ({
    subject: 'A verification method was added',
    text: `A ${factor} was added to your account. It is asked for when you sign in.`,
  }),
  factor_unenrolled: ({ factor = 'verification method' }) => ({
    subject: 'A verification method was removed',
    text: `A ${factor} was removed from your account.`,
  }),
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A recipient's zone is not known here. */
export function instant(at: Date): string {
  return `${format.format(at)} UTC`
}
