// Ways in for accounts that exist, and messages that lead there. Must not know what a link does when it is opened.
export { magicLink, otp } from './otp.ts'
export { passwordGrant } from './password.ts'
export { pkceGrant } from './pkce.ts'
export { recover } from './recover.ts'
export { resend } from './resend.ts'
export { getUser, logout, refreshGrant } from './session-endpoints.ts'
