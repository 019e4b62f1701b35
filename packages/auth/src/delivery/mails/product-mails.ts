import type { MailMessage } from '../message.ts'
import { instant } from './auth-mails.ts'
import { composeMail, presentable } from './layout.ts'

/** What is wrong with the data of a shop. Titles and advice are ours; the shop's name is somebody's own. */
export interface HealthNewsMail {
  readonly to: string
  readonly siteUrl: string
  readonly shop: { readonly name: string; readonly domain: string }
  readonly issues: readonly { readonly title: string; readonly advice: string }[]
}

const mostIssues = 10

/** Tells of a shop's data what needs somebody, with the page where it is mended. */
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
      'Your account’s settings have a switch for these mails.',
  })
}

/** What concerns an installation as a whole. Titles and advice are ours. */
export interface OperatorNewsMail {
  readonly to: string
  readonly siteUrl: string
  readonly issues: readonly { readonly title: string; readonly advice: string }[]
}

/** Tells whoever runs an installation what concerns all of its shops. */
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
      'told once while it lasts; “tillsight doctor” lists them all. Your account’s settings have a switch for these mails.',
  })
}

/** Somebody asks somebody else into an organisation. Names are typed by people we do not know. */
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

/** The invitation, with the names made harmless: one line, short, no web address to click on. */
export function renderOrganisationInvite(invite: OrganisationInvite): MailMessage {
  const organisation = presentable(invite.organisation, 'an organisation')
  const inviter = presentable(invite.inviter, 'Somebody')
  return composeMail({
    to: invite.to,
    siteUrl: invite.siteUrl,
    subject: `${inviter} invites you to ${organisation}`,
    title: `Join ${organisation} on Tillsight`,
    paragraphs: [
      `${inviter} invites you to see the figures of ${organisation}. Your role will be: ${presentable(invite.role, 'member')}.`,
      `The invitation is for ${invite.to} only and holds until ${instant(invite.expiresAt)}.`,
    ],
    button: { label: 'Accept the invitation', href: invite.link },
    reason: 'If you do not know the sender, do nothing: without you nothing happens.',
  })
}
