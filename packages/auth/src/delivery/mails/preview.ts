import type { MailMessage } from '../message.ts'
import { type MailKind, type MailValues, type NoticeKind, renderMail, renderNotice } from './auth-mails.ts'
import { billingMailKinds } from './billing-mail-words.ts'
import { renderBillingMail } from './billing-mails.ts'
import { memberMailKinds } from './member-mail-words.ts'
import { renderMemberMail } from './member-mails.ts'
import { renderHealthNews, renderOperatorNews, renderOrganisationInvite } from './product-mails.ts'

/** A template with sample values. */
export interface MailPreview {
  readonly name: string
  readonly message: MailMessage
}

const kinds: readonly MailKind[] = [
  'confirmation',
  'invite',
  'magic_link',
  'recovery',
  'email_change',
  'reauthentication',
]
const notices: readonly NoticeKind[] = ['password_changed', 'email_changed', 'factor_enrolled', 'factor_unenrolled']
const noSubjects = {
  confirmation: undefined,
  invite: undefined,
  magicLink: undefined,
  recovery: undefined,
  emailChange: undefined,
  reauthentication: undefined,
}

/** Every template, for a page that shows them during development. */
export function previewMails(siteUrl: string): MailPreview[] {
  const to = 'ada@nordlicht.example'
  const hash = 'c5f2a9e07b6d41d8'.repeat(4)
  const at = new Date('2026-03-14T09:26:00Z')
  const values: MailValues = {
    to,
    siteUrl,
    confirmationUrl: `${siteUrl}/auth/v1/verify?token=${hash}&type=signup&redirect_to=${encodeURIComponent(siteUrl)}`,
    token: '204815',
    tokenHash: hash,
    email: 'ada.byron@nordlicht.example',
    newEmail: to,
    redirectTo: siteUrl,
  }
  return [
    ...kinds.map((name) => ({ name, message: renderMail(name, values, { email: { subjects: noSubjects } }) })),
    ...notices.map((name) => ({
      name,
      message: renderNotice(name, { to, siteUrl, at, newEmail: 'ada@new.example', factor: 'authenticator app' }),
    })),
    {
      name: 'health_news',
      message: renderHealthNews({
        to,
        siteUrl,
        shop: { name: 'Nordlicht', domain: 'nordlicht.example' },
        issues: [
          { title: 'No order since 14 March, 06:00', advice: 'At these hours about 12 orders come in otherwise.' },
          { title: 'WooCommerce needs attention', advice: 'The store does not accept the key any more. Reconnect it.' },
        ],
      }),
    },
    {
      name: 'operator_news',
      message: renderOperatorNews({
        to,
        siteUrl,
        issues: [
          {
            title: 'The limit of this installation at Google Ads is used up until 2026-03-15 05:12 UTC',
            advice: 'Nothing of Google Ads is read for any shop before then; reading goes on by itself.',
          },
        ],
      }),
    },
    {
      name: 'organisation_invite',
      message: renderOrganisationInvite({
        to,
        siteUrl,
        organisation: 'Nordlicht Trading',
        inviter: 'Grace Hopper',
        role: 'analyst',
        link: `${siteUrl}/auth/invitation?token=${hash}`,
        expiresAt: at,
      }),
    },
    ...previewBillingMails({ to, siteUrl, at }),
    ...memberMailKinds.map((kind) => ({
      name: kind,
      message: renderMemberMail({
        kind,
        to,
        siteUrl,
        language: 'en',
        organisation: 'Nordlicht Trading',
        person: 'Grace Hopper',
        link: `${siteUrl}/account/security`,
        at,
      }),
    })),
  ]
}

interface Previewed {
  readonly to: string
  readonly siteUrl: string
  readonly at: Date
}

function previewBillingMails({ to, siteUrl, at }: Previewed): MailPreview[] {
  return billingMailKinds.map((kind) => ({
    name: kind,
    message: renderBillingMail({
      kind,
      to,
      siteUrl,
      language: 'en',
      organisation: 'Nordlicht Trading',
      link: `${siteUrl}/account/billing`,
      at,
      usage: /^usage|^larger/.test(kind) ? { month: '2026-03', orders: 812, limit: 1000 } : null,
      next: { name: 'Growth', price: { amount: '49.00', currency: 'EUR' }, interval: 'month' },
    }),
  }))
}
