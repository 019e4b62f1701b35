import type { Clock, ShopId } from '@tillsight/core'
import {
  addInboxEntry,
  addMessage,
  countMails,
  type Db,
  type DeliveryKey,
  type PersonRow,
  replaceWaiting,
  type StoredMail,
} from '@tillsight/database'
import { NotificationSettings } from '../inputs/index.ts'
import { endOfQuiet } from './schedule.ts'

/** Something to tell a person: in their inbox here, and by mail. */
export interface Notice extends Omit<DeliveryKey, 'personId'> {
  /** Whose figures or findings are in it. */
  readonly shops: readonly ShopId[]
  readonly title: string
  /** What the inbox shows. */
  readonly body: string
  /** A path of this site; empty for none. */
  readonly link: string
  /** Null: for the inbox alone. */
  readonly mail: StoredMail | null
  /** Data is being lost: it does not wait for the end of quiet hours. */
  readonly isUrgent: boolean
}

/** Begins the kinds of digests, which the daily limit of mails leaves alone. */
export const digestKind = 'digest.'
const mostMailsADay = 30
const dayMs = 86_400_000

/** Where a notice is put down: in the caller's transaction. */
export interface Counter {
  readonly queries: Db
  readonly clock: Clock
  /** For quiet hours of people who have not chosen a zone. */
  readonly zone: string
}

/**
 * Puts a notice into the person's inbox and queues its mail, once however often it is called. A mail that may not be sent is
 * noted with the reason, so that the inbox can tell it.
 */
export async function deliver(counter: Counter, person: PersonRow, notice: Notice): Promise<boolean> {
  const { queries, clock } = counter
  const { kind, shopId, episode, shops, title, body, link, mail } = notice
  const at = clock.now()
  const key = { kind, shopId, episode, personId: person.id, shops: [...shops], title, at }
  if (!(await addInboxEntry(queries, { ...key, body, link }))) return false
  if (mail === null) return true
  if (kind.startsWith(digestKind)) {
    await replaceWaiting(queries, key, {
      at,
      reason: 'A newer one took its place before the mail server could be reached.',
    })
  }
  const refusal = await whyNoMail(counter, person, kind)
  const due = dueAt(counter, person, notice.isUrgent)
  await addMessage(queries, { ...key, dueAt: due, to: { channel: 'mail', mail: refusal ?? mail } })
  return true
}

/** Why a person gets no mail; undefined when they do. */
async function whyNoMail({ queries, clock }: Counter, person: PersonRow, kind: string): Promise<string | undefined> {
  const { email, refusedAddress } = person
  if (email === '') return 'Your account has no email address.'
  if (email === refusedAddress) return describeRefusal(email)
  if (kind.startsWith(digestKind)) return undefined
  const since = new Date(clock.now().getTime() - dayMs)
  const sent = await countMails(queries, person.id, { since, besides: `${digestKind}%` })
  return sent >= mostMailsADay ? `More than ${mostMailsADay} emails within a day are not sent.` : undefined
}

/** Says that an address is off. */
export function describeRefusal(email: string): string {
  return `${email} refuses our emails. Nothing is sent there until the address of the account changes.`
}

/** When something goes out to a person: after their quiet hours, or at once if it is urgent. */
export function dueAt({ clock, zone }: Omit<Counter, 'queries'>, person: PersonRow, isUrgent: boolean): Date {
  const now = clock.now()
  if (isUrgent) return now
  const { quiet } = NotificationSettings.parse(person.notifications)
  return endOfQuiet(now, quiet, person.zone ?? zone) ?? now
}
