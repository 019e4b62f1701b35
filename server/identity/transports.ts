import { createMailbox, createSmsTransport, createSmtpTransport, type Transports } from '@tillsight/auth'
import type { Clock } from '@tillsight/core'
import type { Database } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import type { Config } from '../config.ts'
import { keepsMessages } from './mailbox.ts'
import type { OutgoingFetch } from './outgoing-fetch.ts'

interface Parts {
  readonly config: Config
  readonly database: Database
  readonly outgoing: OutgoingFetch
  readonly clock: Clock
  readonly log: Log
}

/** What nobody may look at is not kept: its links open accounts. That mails reach nobody is said at the start. */
const nowhere: Transports['mail'] = { send: async () => undefined }

/** Ways out for mails and text messages; where none is set up, messages are kept for whoever develops here to read. */
export function createTransports({ config, database, outgoing, clock, log }: Parts): Transports {
  const { smtpUrl, mailFrom = '', sms } = config.identity
  const mailbox = createMailbox({ db: database.kysely, clock, log })
  const kept = keepsMessages(config) ? mailbox : { mail: nowhere, sms: undefined }
  return {
    mail: smtpUrl === undefined ? kept.mail : createSmtpTransport({ url: smtpUrl, from: mailFrom }),
    sms: sms === undefined ? kept.sms : createSmsTransport(sms, { fetch: outgoing, mailbox: mailbox.sms }),
  }
}
