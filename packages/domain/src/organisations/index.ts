// Organisations: their members and roles, and invitations. Decides which role a person acts in. Must not know shops beyond
// their ids, how people sign in, or how mails are sent.

export {
  acceptInvitation,
  type InvitationState,
  type InvitationView,
  inviteMember,
  revokeInvitation,
  showInvitation,
} from './invitations.ts'
export { changeRole, leaveOrganisation, listMembers, MembersView, removeMember } from './members.ts'
export {
  claimOwnerlessOrganisations,
  createOrganisation,
  enterOrganisation,
  foundOrganisation,
  listMemberships,
  MembershipView,
  organisationNotFound,
  renameOrganisation,
  resolveActor,
  toPersonActor,
} from './organisations.ts'
