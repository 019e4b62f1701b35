// Codes and links on their way to people: issues them, puts the message together, keeps the limits of sending.
// Must not know endpoints or what a code is good for once it comes back.
export { type IssuedLink, issueLink, type LinkKind } from './links.ts'
export { sendLink, sendReauthentication } from './mails.ts'
export { type Pretend, type SendTurn, sendLinkOrPretend, withSendTurn } from './sending.ts'
export { storeTextedCode, textCode } from './texts.ts'
