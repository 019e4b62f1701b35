// Organisations: their members and roles, and invitations. Decides which role a person acts in. Must not know shops beyond
// their ids, how people sign in, or how mails are sent.

export {
  acceptInvitation,
  type InvitationOffer,
  type InvitationState,
  type InvitationView,
  showInvitation,
} from './accept-invitation.ts'
export {
  type ContentsContext,
  deleteOrganisation,
  deletionVerbs,
  keepOrganisation,
  showContents,
  showDeletion,
} from './deletion.ts'
export { eraseDueOrganisations, handleDeletionJobs } from './erase-organisation.ts'
export { factorMissing, lacksFactor } from './factor-rule.ts'
export { invitationVerbs, inviteMember, resendInvitation, revokeInvitation } from './invitations.ts'
export type { MemberContext, MemberLetter, MemberLetters } from './letters.ts'
export { listMade, MadeByMember } from './made-by-member.ts'
export { changeRole, changeShops, listMembers, MembersView } from './members.ts'
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
export {
  acceptOwnership,
  declineOwnership,
  findOwnership,
  offerOwnership,
  ownershipVerbs,
  withdrawOwnership,
} from './ownership.ts'
export { handleReminderJobs, remindMembers } from './reminders.ts'
export { leaveOrganisation, removeMember } from './remove-member.ts'
export { requireFactor } from './second-factor.ts'
export { sharesShops } from './shop-access.ts'
