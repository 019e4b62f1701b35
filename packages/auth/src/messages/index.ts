// Codes and links on their way to people: issues them, puts the message together, keeps the limits of sending.
// Must not know endpoints or what a code is good for once it comes back.
export { type IssuedLink, issueLink, type LinkKind, type LinkOrder, type VerificationType } from './links.ts'
export { sendLink, sendReauthentication } from './mails.ts'
export { pretendToSendLink } from './pretend.ts'
export { type SendTurn, withSendTurn } from './send-turn.ts'
export { storeTextedCode, type TextedCode, textCode } from './texts.ts'
