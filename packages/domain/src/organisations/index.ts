// Organisations: their members and roles, and invitations. Decides which role a person acts in. Must not know shops beyond
// their ids, how people sign in, or how mails are sent.

export {
  acceptInvitation,
  type InvitationOffer,
  type InvitationState,
  type InvitationView,
  showInvitation,
} from './accept-invitation.ts'
export { factorMissing, lacksFactor } from './factor-rule.ts'
export { inviteMember, resendInvitation, revokeInvitation } from './invitations.ts'
export type { MemberContext, MemberLetters } from './letters.ts'
export { changeRole, listMembers, MembersView } from './members.ts'
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
export { acceptOwnership, declineOwnership, offerOwnership, withdrawOwnership } from './ownership.ts'
export { leaveOrganisation, listMade, MadeByMember, removeMember } from './remove-member.ts'
export { requireFactor } from './second-factor.ts'
export { changeShops, sharesShops } from './shop-access.ts'
