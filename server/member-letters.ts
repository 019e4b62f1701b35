// The mails of changes of members, in the words and through the queue of the auth service.
import { renderMemberMail, renderOrganisationInvite } from '@tillsight/auth'
import { AppError } from '@tillsight/core'
import { type Actor, actorName, type MemberLetter, type MemberLetters } from '@tillsight/domain'
import type { Runtime } from './runtime.ts'

/** What sending mails about members takes. */
export type Post = Pick<Runtime, 'attempts' | 'own' | 'auth' | 'config'>

/** Per person, in a quarter of an hour, over all organisations. */
const mostInvitations = 30

/** Mails that an actor's changes send. */
export function memberLetters({ attempts, own, auth, config }: Post, actor: Actor): MemberLetters {
  return {
    invitationsPerHour: config.invitationsPerHour,
    async sendInvitation({ token, ...letter }) {
      // Limited, because both the address and the words of the mail can be chosen freely.
      if (!attempts.take(`invitations of ${actorName(actor)}`, mostInvitations)) {
        throw new AppError(
          'limit_reached',
          'These are many invitations in a short time. Wait a quarter of an hour, then go on.',
        )
      }
      const siteUrl = own.url()
      await auth.service.sendMail(
        renderOrganisationInvite({ ...letter, siteUrl, link: `${siteUrl}/invitation/${token}` }),
      )
    },
    async sendLetter(letter) {
      const siteUrl = own.url()
      const link = siteUrl + pathOf(letter)
      await auth.service.sendMail(renderMemberMail({ ...letter, siteUrl, link }))
    },
  }
}

/** The page where it is acted on. */
function pathOf({ kind, shop }: MemberLetter): string {
  if (kind === 'factor' || kind === 'factor_soon') return '/account/security'
  return shop === null ? '/' : `/shop/${shop}/settings/members`
}
