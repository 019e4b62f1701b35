import type { MailMessage } from '../message.ts'
import { composeMail } from './layout.ts'
import { instant } from './notices.ts'

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

const longestName = 60
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

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

function presentable(name: string, fallback: string): string {
  const line = name.replace(invisible, ' ').trim()
  if (line === '' || /:\/\/|\bwww\./i.test(line)) return fallback
  const characters = Array.from(line)
  return characters.length <= longestName ? line : `${characters.slice(0, longestName - 1).join('')}…`
}
