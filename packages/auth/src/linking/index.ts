// Which account somebody gets who comes from another provider, and adding or removing such ways in.
// Must not know how a provider proves who comes: it is handed a profile.
export {
  type Admission,
  acceptInvite,
  admit,
  type ExternalEmail,
  type ExternalProfile,
  findInvited,
  lockVisitor,
  mainEmail,
  refuseUnproven,
  type Visitor,
} from './admit.ts'
export { assertManualLinking, linkVisitor, unlinkIdentity } from './link.ts'
