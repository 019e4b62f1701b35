// How accounts are created. Must not know how existing ones sign in.
export {
  adoptEmail,
  adoptPhone,
  confirmEmail,
  confirmPhone,
  createAccount,
  createConfirmed,
  putAddressIdentity,
  refusingTaken,
  requestEmailConfirmation,
  requestPhoneConfirmation,
  takenError,
} from './accounts.ts'
export { canWhatsapp, requireOpen, signUp } from './endpoint.ts'
