// How messages leave: mails by SMTP, texts by a provider, both into a mailbox where neither is set up; and what they say.
// Must not know why a message is sent, nor who has an account.
export {
  createMailbox,
  createMailQueue,
  type MailboxEntry,
  type MailboxOptions,
  type MailQueue,
  type MailQueueOptions,
  readMailbox,
} from './mailbox.ts'
export {
  type MailKind,
  type MailSettings,
  type MailValues,
  type NoticeKind,
  type NoticeValues,
  renderMail,
  renderNotice,
} from './mails/auth-mails.ts'
export { type MailPreview, previewMails } from './mails/preview.ts'
export {
  type HealthNewsMail,
  type OperatorNewsMail,
  type OrganisationInvite,
  renderHealthNews,
  renderOperatorNews,
  renderOrganisationInvite,
} from './mails/product-mails.ts'
export type { MailMessage, MailTransport, SmsMessage, SmsTransport, Transports } from './message.ts'
export { renderSms } from './message.ts'
export { createSmsTransport, readSmsSettings, type SmsProviderSettings, type SmsTransportOptions } from './sms.ts'
export { createSmtpTransport, type SmtpOptions } from './smtp.ts'
