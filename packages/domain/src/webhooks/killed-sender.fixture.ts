// The process of killed-sender.test.ts: sends what waits to a receiver, and is killed meanwhile.
import { systemClock } from '@tillsight/core'
import { openDatabase } from '@tillsight/database'
import { senderServices } from './receiver.testing.ts'
import { startWebhookSender } from './sender.ts'

const [, , url] = process.argv
if (import.meta.main && url !== undefined) {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const db = await openDatabase({ url, log, applicationName: 'killed sender' })
  await startWebhookSender(senderServices({ after() {} }, { db, clock: systemClock }))
}
