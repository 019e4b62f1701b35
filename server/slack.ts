import { handleSlackJobs } from '@tillsight/domain'
import { createHttpClient } from '@tillsight/platforms/connectors'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

/** Slack answers with a word. */
const mostAnswerBytes = 64 * 1024

/** Posts to Slack from this process. */
export async function postToSlack(runtime: Runtime): Promise<void> {
  const { stores, clock, log, jobs, config, connections } = runtime
  const http = createHttpClient({
    log,
    clock,
    userAgent: `Tillsight/${version}`,
    allowPrivateAddresses: config.allowPrivateStoreUrls,
    pace: 'off',
    maxBodyBytes: mostAnswerBytes,
  })
  await handleSlackJobs({
    db: stores.background.database,
    clock,
    log,
    jobs,
    secrets: connections.secrets,
    http,
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  })
}
