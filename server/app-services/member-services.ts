import { renderOrganisationInvite } from '@tillsight/auth'
import { AppError } from '@tillsight/core'
import {
  type Context,
  changeRole,
  inviteMember,
  leaveOrganisation,
  listMembers,
  removeMember,
  revokeInvitation,
  run,
} from '@tillsight/domain'
import type { MemberServices } from '../../app/identity.ts'
import { callerContexts } from '../contexts.ts'
import type { Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'

/** In a quarter of an hour, by one person. */
const mostInvitations = 30

/** The people of one organisation, bound to what the asking person may do there. */
export function createMemberServices(runtime: Runtime, visit: Visit, ctx: Context): MemberServices {
  return {
    async list() {
      const { id } = await visit.caller()
      const { members, invitations, ...rest } = await run(listMembers, ctx, {})
      return {
        organisation: ctx.organisation,
        ...rest,
        members: members.map(({ person, name, email, role, since }) => {
          return { person, name, email, role, since, isSelf: person === id }
        }),
        invitations: invitations.map(({ id: invitation, email, role, expiresAt }) => {
          return { id: invitation, email, role, expiresAt }
        }),
      }
    },
    async invite({ email, role }) {
      const inviter = await visit.identity.person()
      // Mails to addresses that anybody can choose, with words that anybody can choose.
      if (!runtime.attempts.take(`invitations of ${inviter?.id}`, mostInvitations)) {
        throw new AppError(
          'limit_reached',
          'These are many invitations in a short time. Wait a quarter of an hour, then go on.',
        )
      }
      const { name: organisation } = await run(listMembers, ctx, {})
      const invited = await run(inviteMember, ctx, { email, role })
      const siteUrl = runtime.own.url()
      const mail = renderOrganisationInvite({
        to: invited.email,
        siteUrl,
        organisation,
        inviter: inviter?.name || inviter?.email || '',
        role,
        link: `${siteUrl}/invitation/${invited.token}`,
        expiresAt: new Date(invited.expiresAt),
      })
      await runtime.auth.service.sendMail(mail)
    },
    async changeRole(person, role) {
      await run(changeRole, ctx, { person, role })
    },
    async remove(person) {
      const { id } = await visit.caller()
      if (person === id) {
        await run(leaveOrganisation, await callerContexts(runtime, visit).person(), { organisation: ctx.organisation })
      } else {
        await run(removeMember, ctx, { person })
      }
    },
    async revokeInvitation(id) {
      await run(revokeInvitation, ctx, { invitation: id })
    },
  }
}
