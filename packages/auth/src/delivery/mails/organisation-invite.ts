import type { MailMessage } from '../message.ts'
import { composeMail } from './layout.ts'
import { instant } from './notices.ts'
import { presentable } from './presentable.ts'

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
