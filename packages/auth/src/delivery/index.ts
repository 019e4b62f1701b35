// How messages leave: mails by SMTP, texts by a provider, both into a mailbox where neither is set up; and what they say.
// Must not know why a message is sent, nor who has an account.
export { createMailbox, type MailboxEntry, type MailboxOptions, readMailbox } from './mailbox.ts'
export { type MailKind, type MailSettings, type MailValues, renderMail } from './mails/auth-mails.ts'
export { type HealthNewsMail, renderHealthNews } from './mails/health-news.ts'
export { type NoticeKind, type NoticeValues, renderNotice } from './mails/notices.ts'
export { type OrganisationInvite, renderOrganisationInvite } from './mails/organisation-invite.ts'
export { type MailPreview, previewMails } from './mails/preview.ts'
export type { MailMessage, MailTransport, SmsMessage, SmsTransport, Transports } from './message.ts'
export { renderSms } from './placeholders.ts'
export { createMailQueue, type MailQueue, type MailQueueOptions } from './send-job.ts'
export { createSmsTransport, type SmsTransportOptions } from './sms/create-sms-transport.ts'
export { readSmsSettings, type SmsProviderSettings } from './sms/settings.ts'
export { createSmtpTransport, type SmtpOptions } from './smtp.ts'
