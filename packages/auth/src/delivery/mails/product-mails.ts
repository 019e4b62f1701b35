import type { MailMessage } from '../message.ts'
import { instant } from './auth-mails.ts'
import { composeMail, presentable } from './layout.ts'

/** Data issues of a shop. Titles and advice are written by us; the shop's name is user input. */
export interface HealthNewsMail {
  readonly to: string
  readonly siteUrl: string
  readonly shop: { readonly name: string; readonly domain: string }
  readonly issues: readonly { readonly title: string; readonly advice: string }[]
}

const mostIssues = 10

/** Lists a shop's data issues that need attention, with a link to the page that fixes them. */
export function renderHealthNews({ to, siteUrl, shop, issues }: HealthNewsMail): MailMessage {
  const name = presentable(shop.name, 'your shop')
  const [first] = issues
  const more = issues.length - mostIssues
  return composeMail({
    to,
    siteUrl,
    subject: issues.length === 1 && first ? `${name}: ${first.title}` : `${name}: ${issues.length} things need you`,
    title: issues.length === 1 && first ? first.title : `${issues.length} things about the data of ${name} need you`,
    paragraphs: [
      ...issues.slice(0, mostIssues).map(({ title, advice }) => (issues.length === 1 ? advice : `${title}. ${advice}`)),
      ...(more > 0 ? [`And ${more} more, on the page.`] : []),
    ],
    button: { label: 'See the data’s health', href: `${siteUrl}/shop/${encodeURIComponent(shop.domain)}/hub` },
    reason:
      'You get this because you may change the connections of this shop. Each finding is told once while it lasts. ' +
      'Your account’s settings have a switch for these emails.',
  })
}

/** A webhook that was switched off. The shop's name and the host in the title are user input. */
export interface WebhookNewsMail {
  readonly to: string
  readonly siteUrl: string
  readonly shop: { readonly name: string }
  readonly title: string
  readonly advice: string
  /** A path of the site. */
  readonly link: string
}

/** Says that a webhook of a shop was switched off, and why. */
export function renderWebhookNews({ to, siteUrl, shop, title, advice, link }: WebhookNewsMail): MailMessage {
  const name = presentable(shop.name, 'your shop')
  return composeMail({
    to,
    siteUrl,
    subject: `${name}: ${title}`,
    title,
    paragraphs: [advice],
    button: { label: 'Open the webhook', href: `${siteUrl}${link}` },
    reason:
      'You get this because you may change the webhooks of this shop. It is told once each time one is switched off.',
  })
}

/** Issues that affect an installation as a whole. Titles and advice are written by us. */
export interface OperatorNewsMail {
  readonly to: string
  readonly siteUrl: string
  readonly issues: readonly { readonly title: string; readonly advice: string }[]
}

/** Tells the operator of an installation about issues that affect all of its shops. */
export function renderOperatorNews({ to, siteUrl, issues }: OperatorNewsMail): MailMessage {
  const [only] = issues.length === 1 ? issues : []
  const title = only?.title ?? `${issues.length} things about this installation need you`
  return composeMail({
    to,
    siteUrl,
    subject: `Your Tillsight installation: ${only?.title ?? `${issues.length} things need you`}`,
    title,
    paragraphs: only ? [only.advice] : issues.map((issue) => `${issue.title}. ${issue.advice}`),
    button: { label: 'Open Tillsight', href: siteUrl },
    reason:
      'You get this because you run this installation: you are an owner or admin of its first organisation. Each finding is ' +
      'told once while it lasts; “tillsight doctor” lists them all. Your account’s settings have a switch for these emails.',
  })
}

/** An invitation to an organisation. The names are user input from strangers. */
export interface OrganisationInvite {
  readonly to: string
  readonly siteUrl: string
  readonly organisation: string
  /** Name or address of who invites. */
  readonly inviter: string
  readonly role: string
  readonly link: string
  readonly expiresAt: Date
}

/** The invitation mail, with names made safe: one line, short, no clickable web address. */
export function renderOrganisationInvite(invite: OrganisationInvite): MailMessage {
  const organisation = presentable(invite.organisation, 'an organisation')
  const inviter = presentable(invite.inviter, 'Somebody')
  return composeMail({
    to: invite.to,
    siteUrl: invite.siteUrl,
    subject: `${inviter} invites you to ${organisation}`,
    title: `Join ${organisation} on Tillsight`,
    paragraphs: [
      `${inviter} invites you to see the data of ${organisation}. Your role will be: ${presentable(invite.role, 'member')}.`,
      `The invitation is for ${invite.to} only and holds until ${instant(invite.expiresAt)}.`,
    ],
    button: { label: 'Accept the invitation', href: invite.link },
    reason: 'If you do not know the sender, do nothing: without you nothing happens.',
  })
}
