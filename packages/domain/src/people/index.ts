// People as the product knows them, and what is their own: profile, picture, mails they want, recovery codes.
// Must not know how somebody signs in, nor what they belong to.

export { countRecoveryCodes } from './count-recovery-codes.ts'
export { createRecoveryCodes } from './create-recovery-codes.ts'
export { ensurePerson, type SignedInUser } from './ensure-person.ts'
export { getNotifications } from './get-notifications.ts'
export { getProfile, ProfileView } from './get-profile.ts'
export { readPicture } from './read-picture.ts'
export type { RecoveryContext } from './recovery-code.ts'
export { removePicture } from './remove-picture.ts'
export { saveNotifications } from './save-notifications.ts'
export { savePicture } from './save-picture.ts'
export { saveProfile } from './save-profile.ts'
export { spendRecoveryCode } from './spend-recovery-code.ts'
