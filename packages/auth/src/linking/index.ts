// Which account somebody gets who comes from another provider, and adding or removing such ways in.
// Must not know how a provider proves who comes: it is handed a profile.
export { type Admission, admit } from './admit.ts'
export { lockVisitor, refuseUnproven } from './decide.ts'
export { acceptInvite, findInvited } from './invite.ts'
export { assertManualLinking, linkVisitor, unlinkIdentity } from './link.ts'
export { type ExternalEmail, type ExternalProfile, mainEmail, type Visitor } from './profile.ts'
