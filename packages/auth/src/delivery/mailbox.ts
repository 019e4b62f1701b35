import { randomUUID } from 'node:crypto'
import type { Clock } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import { type RawBuilder, sql } from 'kysely'
import type { Transports } from './message.ts'

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
}

interface Mailbox extends Transports {
  readonly sms: NonNullable<Transports['sms']>
}

/** For installations without a mail server: keeps the newest 500 messages in the database. Logs no content. */
export function createMailbox({ db, clock, log }: MailboxOptions): Mailbox {
  const keep = async (entry: Omit<MailboxEntry, 'id' | 'at'>) => {
    await db
      .insertInto('authMailbox')
      .values({ ...entry, at: clock.now() })
      .execute()
    await db.deleteFrom('authMailbox').where('id', '<=', newestTooMany()).execute()
    log.info({ channel: entry.channel }, 'a message was put into the mailbox instead of being sent')
  }
  return {
    mail: {
      send: ({ to, subject, html, text }) => keep({ channel: 'mail', recipient: to, subject, html, body: text }),
    },
    sms: {
      name: 'log',
      async send({ to, text }) {
        await keep({ channel: 'sms', recipient: `+${to}`, subject: '', html: '', body: text })
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
