// Decides which account a visitor from another provider gets; adds and removes such identities. Must not know how a provider
// proves who somebody is: it is given a profile.
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
