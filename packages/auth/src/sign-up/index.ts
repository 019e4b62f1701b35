// How accounts come into being. Must not know how existing ones are signed in.
export { createConfirmed, requestEmailConfirmation, requestPhoneConfirmation } from './accounts.ts'
export { canWhatsapp, requireOpen, signUp } from './endpoint.ts'
