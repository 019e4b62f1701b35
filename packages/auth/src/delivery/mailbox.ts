import { randomUUID } from 'node:crypto'
import type { Clock } from '@tillsight/core'
import type { Db, JobDefinition, Jobs, SecretsBox } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { MailMessage, MailTransport, Transports } from './message.ts'
import { isRefusedForGood } from './smtp.ts'

const kept = 500

/** Where messages are kept instead of being sent. */
export interface MailboxOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** One kept message; `html` and `subject` are empty for text messages. */
export interface MailboxEntry {
  readonly id: string
  readonly at: Date
  readonly channel: string
  readonly recipient: string
  readonly subject: string
  readonly html: string
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

interface Mailbox extends Transports {
  readonly sms: NonNullable<Transports['sms']>
}

/** For installations without a mail server: keeps the newest 500 messages in the database. Logs no content. */
export function createMailbox({ db, clock, log }: MailboxOptions): Mailbox {
  const keep = async (entry: Omit<MailboxEntry, 'id' | 'at'>) => {
    await db
      .insertInto('authMailbox')
      .values({ ...entry, headers: JSON.stringify(entry.headers), at: clock.now() })
      .execute()
    await db.deleteFrom('authMailbox').where('id', '<=', newestTooMany()).execute()
    log.info({ channel: entry.channel }, 'a message was put into the mailbox instead of being sent')
  }
  return {
    mail: {
      send: ({ to, subject, html, text, headers = {} }) =>
        keep({ channel: 'mail', recipient: to, subject, html, body: text, headers }),
    },
    sms: {
      name: 'log',
      async send({ to, text }) {
        await keep({ channel: 'sms', recipient: `+${to}`, subject: '', html: '', body: text, headers: {} })
        return { messageId: randomUUID() }
      },
    },
  }
}

/** The newest first. */
export async function readMailbox(db: Db, limit = 50): Promise<MailboxEntry[]> {
  const rows = await db.selectFrom('authMailbox').selectAll().orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, id: String(row.id) }))
}

function newestTooMany(): RawBuilder<bigint> {
  return sql`(SELECT id FROM auth_mailbox ORDER BY id DESC OFFSET ${kept}::int LIMIT 1)`
}

const context = 'auth mail'

const Payload = z.object({ sealed: z.base64() })
const Mail = z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() })

/** A queued mail. Codes and links are encrypted: reading the queue reveals neither them nor the recipient. */
const mailJob: JobDefinition<z.infer<typeof Payload>> = {
  name: 'auth.mail',
  payload: Payload,
  // Half a minute, one, two … : about two hours in all, longer than any code lives.
  retry: { limit: 8, delaySeconds: 30, backoff: true },
  expireInSeconds: 120,
  concurrency: 4,
  label: () => 'Sending a mail',
}

/** Dependencies of the mail queue. */
export interface MailQueueOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>
  readonly box: SecretsBox
  readonly transport: MailTransport
  readonly log: Log
}

/** Queues mails immediately and sends them in the background, so that response times do not reveal who has an account. */
export interface MailQueue {
  /** A mail without recipient (empty `to`) is queued like any other and dropped when it is processed. */
  send(message: MailMessage): Promise<void>
  /** Starts processing the queue in this process. */
  handle(): Promise<void>
}

/** The queue over background jobs: it survives restarts and tries again while the mail server is down. */
export function createMailQueue({ jobs, box, transport, log }: MailQueueOptions): MailQueue {
  return {
    async send({ to, subject, html, text }) {
      const plain = JSON.stringify({ to, subject, html, text })
      await jobs.enqueue(mailJob, { sealed: Buffer.from(box.seal(plain, context)).toString('base64') })
    },
    handle: () =>
      jobs.handle(mailJob, async ({ sealed }) => {
        const mail = Mail.parse(JSON.parse(box.open(Buffer.from(sealed, 'base64'), context)))
        // Queued so that asking about an unknown address takes as long as asking about a known one.
        if (mail.to === '') return
        try {
          await transport.send(mail)
        } catch (error) {
          log.warn({ err: error }, 'a mail could not be delivered')
          if (!isRefusedForGood(error)) throw error
        }
      }),
  }
}
