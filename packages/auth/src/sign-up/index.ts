// How accounts come into being. Must not know how existing ones are signed in.
export { createConfirmed, requestEmailConfirmation, requestPhoneConfirmation } from './accounts.ts'
export { adoptEmail, adoptPhone, confirmEmail, confirmPhone, refusingTaken, takenError } from './confirm.ts'
export { createAccount, putAddressIdentity } from './create-user.ts'
export { canWhatsapp, requireOpen, signUp } from './endpoint.ts'
