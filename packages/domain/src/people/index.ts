// People and their own data: profile, picture, mail preferences, recovery codes. Must not know how people sign in, nor where
// they are members.

export {
  ensurePerson,
  getNotifications,
  getProfile,
  ProfileView,
  type SignedInUser,
  saveNotifications,
  saveProfile,
} from './people.ts'
export type { RecoveryContext } from './recovery-codes.ts'
export { countRecoveryCodes, createRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
