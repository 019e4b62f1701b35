// What people change about their own account. Must not know how they got in.

export { isSecureChange, sendEmailChange, textPhoneChange } from './changes.ts'
export { putUser, reauthenticate } from './update-user.ts'
