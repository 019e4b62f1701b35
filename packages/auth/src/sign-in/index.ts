// Signing in to existing accounts, and the messages for it. Must not know what a link does when it is opened.
export { magicLink, otp, recover, resend } from './messages.ts'
export { getUser, logout, passwordGrant, pkceGrant, refreshGrant } from './password.ts'
