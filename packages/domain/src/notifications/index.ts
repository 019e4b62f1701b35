// What people are told: digests of their shops' figures, and findings. Everything goes to the inbox of the person and, where it
// may, out by mail, each once; alerts and other channels join at `deliver`. Must not know how mails look or how they travel.
export { type Counter, deliver, dueAt, type Notice } from './deliver.ts'
export type * from './digest.ts'
export { type DigestContext, listOwnDigests, previewDigest, saveOwnDigests, sendDigest } from './digest-verbs.ts'
export { countOwnInbox, InboxEntry, listOwnInbox, readOwnInbox } from './inbox-verbs.ts'
export { handleNotificationJobs, makeDueDigests, type NotificationServices, requestRound } from './jobs.ts'
export type { DigestServices } from './make-digest.ts'
export { listPeopleWhoMay } from './people-who-may.ts'
export { nextTime } from './schedule.ts'
export { areOpen, type MailOutcome, type OutgoingMail, type SendServices, sendWaitingMails } from './send-mails.ts'
export {
  type Channel,
  type ChannelServices,
  type Channels,
  post,
  pushLivesMs,
  type SendOutcome,
  sendDeliveries,
  sendWaiting,
} from './send-waiting.ts'
