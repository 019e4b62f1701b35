// The process of killed-sender.test.ts: sends what waits, says so for each mail as a mail server would, and is killed meanwhile.
import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@tillsight/core'
import { openDatabase } from '@tillsight/database'
import { sendWaitingMails } from './send-mails.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

async function sendAll(url: string): Promise<void> {
  const db = await openDatabase({ url, log, applicationName: 'killed sender' })
  await sendWaitingMails({
    db,
    clock: systemClock,
    log,
    openShopsOf: async () => [],
    async sendMail({ key }) {
      await delay(1)
      writeSync(1, `${key}\n`)
      await delay(1)
      return { state: 'sent', reason: '' }
    },
  })
  await db.close()
}

const [, , url] = process.argv
if (import.meta.main && url !== undefined) await sendAll(url)
