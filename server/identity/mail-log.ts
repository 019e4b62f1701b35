import type { Transports } from '@tillsight/auth'
import type { Clock } from '@tillsight/core'
import { addSentMail, type Database } from '@tillsight/database'
import { maskAddress, toSubject } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'

/** What keeping the log takes. */
interface MailLogParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/**
 * Notes every mail that is handed over: when, to whom as far as it may be shown, its subject, and why it was refused. Never what it
 * says: mails hold links that open accounts. A note that cannot be written holds no mail up.
 */
export function withMailLog(transports: Transports, { database, clock, log }: MailLogParts): Transports {
  const note = async (to: string, subject: string, error: string | null) => {
    const mail = { at: clock.now(), recipient: maskAddress(to), subject: toSubject(subject), error }
    await addSentMail(database.kysely, mail).catch((failure: unknown) => {
      log.warn({ err: failure }, 'a mail could not be noted')
    })
  }
  return {
    ...transports,
    mail: {
      async send(message) {
        try {
          await transports.mail.send(message)
        } catch (error) {
          await note(message.to, message.subject, toSubject(error instanceof Error ? error.message : String(error)))
          throw error
        }
        await note(message.to, message.subject, null)
      },
    },
  }
}
