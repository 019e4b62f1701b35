// Changes that users make to their own account. Must not know how they signed in.

export { isSecureChange, sendEmailChange, textPhoneChange } from './changes.ts'
export { putUser, reauthenticate } from './update-user.ts'
