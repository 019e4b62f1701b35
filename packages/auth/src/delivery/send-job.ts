import type { JobDefinition, Jobs, SecretsBox } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'
import { z } from 'zod'
import type { MailMessage, MailTransport } from './message.ts'
import { isRefusedForGood } from './smtp.ts'

const context = 'auth mail'

const Payload = z.object({ sealed: z.base64() })
const Mail = z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() })

/** A waiting mail. Codes and links are sealed: who reads the queue learns neither them nor the recipient. */
const mailJob: JobDefinition<z.infer<typeof Payload>> = {
  name: 'auth.mail',
  payload: Payload,
  // Half a minute, one, two … : about two hours in all, longer than any code lives.
  retry: { limit: 8, delaySeconds: 30, backoff: true },
  expireInSeconds: 120,
  concurrency: 4,
  label: () => 'Sending a mail',
}

/** Where mails wait and how they leave. */
export interface MailQueueOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>
  readonly box: SecretsBox
  readonly transport: MailTransport
  readonly log: Log
}

/** Takes mails over at once and sends them in the background, so that callers cannot tell who exists by the time. */
export interface MailQueue {
  /** A mail to nobody (`to` empty) is queued like any other, and dropped when its turn comes. */
  send(message: MailMessage): Promise<void>
  /** Lets this process deliver. */
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
