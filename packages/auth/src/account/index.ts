// What people change about their own account. Must not know how they got in.

export { isSecureChange, sendEmailChange } from './email-change.ts'
export { textPhoneChange } from './phone-change.ts'
export { reauthenticate } from './reauthenticate.ts'
export { putUser } from './update-user.ts'
