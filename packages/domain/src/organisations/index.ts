// Organisations: who belongs to them as what, and how somebody is invited. Decides what role a person acts in.
// Must not know shops beyond their ids, how people sign in, or how mails are sent.

export { acceptInvitation } from './accept-invitation.ts'
export { changeRole } from './change-role.ts'
export { claimOwnerlessOrganisations } from './claim-organisations.ts'
export { createOrganisation, foundOrganisation } from './create-organisation.ts'
export { enterOrganisation, resolveActor, toPersonActor } from './enter-organisation.ts'
export { inviteMember } from './invite-member.ts'
export { leaveOrganisation } from './leave-organisation.ts'
export { listMembers, MembersView } from './list-members.ts'
export { listMemberships } from './list-memberships.ts'
export { MembershipView } from './membership-view.ts'
export { removeMember } from './remove-member.ts'
export { renameOrganisation } from './rename-organisation.ts'
export { revokeInvitation } from './revoke-invitation.ts'
export { type InvitationState, type InvitationView, showInvitation } from './show-invitation.ts'
