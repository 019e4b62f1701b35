// How messages are sent: mail by SMTP, text messages by a provider, or into a mailbox if neither is configured; and their
// content. Must not know why a message is sent, or who has an account.
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
export { type BillingMail, renderBillingMail } from './mails/billing-mails.ts'
export { type FramedMail, frameMail, type Markup, mailStyles, presentable, webAddress } from './mails/layout.ts'
export type { MemberMailKind } from './mails/member-mail-words.ts'
export { type MemberMail, renderMemberMail } from './mails/member-mails.ts'
export { type MailPreview, previewMails } from './mails/preview.ts'
export {
  type HealthNewsMail,
  type OperatorNewsMail,
  type OrganisationInvite,
  renderHealthNews,
  renderOperatorNews,
  renderOrganisationInvite,
  renderWebhookNews,
  type WebhookNewsMail,
} from './mails/product-mails.ts'
export type { MailMessage, MailTransport, SmsMessage, SmsTransport, Transports } from './message.ts'
export { renderSms } from './message.ts'
export { createSmsTransport, readSmsSettings, type SmsProviderSettings, type SmsTransportOptions } from './sms.ts'
export { createSmtpTransport, type MailFailure, type SmtpOptions, toMailFailure } from './smtp.ts'
