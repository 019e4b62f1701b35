// People as the product knows them, and what is their own: profile, picture, mails they want, recovery codes.
// Must not know how somebody signs in, nor what they belong to.

export {
  ensurePerson,
  getNotifications,
  getProfile,
  ProfileView,
  readPicture,
  removePicture,
  type SignedInUser,
  saveNotifications,
  savePicture,
  saveProfile,
} from './people.ts'
export type { RecoveryContext } from './recovery-codes.ts'
export { countRecoveryCodes, createRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
