import type { JobDefinition } from '@tillsight/database'
import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { keepsMessages } from './mailbox.ts'

const sweepJob: JobDefinition<Record<string, never>> = {
  name: 'auth.sweep',
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'sweep',
  label: () => 'Removing expired sign-ins',
}

/** What the identity service does in the background: mails that wait, and tidying up every hour. */
export async function runIdentityJobs({ jobs, auth, config, log }: Runtime): Promise<void> {
  if (config.identity.smtpUrl === undefined && !keepsMessages(config)) {
    log.warn({}, 'No mail server is set (SMTP_URL): confirmations, codes and invitations reach nobody.')
  }
  await auth.service.deliverMails()
  if (auth.isHosted) return
  await jobs.handle(sweepJob, () => auth.service.sweep())
  await jobs.schedule(sweepJob, {}, { cron: '17 * * * *', zone: 'UTC' })
}
