import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Clock, systemClock } from '@tillsight/core'
import { readPerson } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { openTestPeople } from '../organisations/testing.ts'
import { silentLog } from '../reports/shop.testing.ts'
import { deliver, sendDeliveries, sendWaitingMails } from './index.ts'

const kills = 5
const count = 150

const db = await openTestDatabase({ after })
const people = await openTestPeople({ after }, { db, clock: systemClock })

/** Runs the process until it has sent some mails and is killed, or all; returns the keys of those that the server got. */
async function sendUntilKilled(
  mails: number,
): Promise<{ readonly keys: readonly string[]; readonly wasKilled: boolean }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-sender.fixture.ts'), db.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
    if (told.split('\n').length > mails) child.kill('SIGKILL')
  })
  const signal = await new Promise<NodeJS.Signals | null>((done) => child.on('close', (_code, by) => done(by)))
  return { keys: told.split('\n').filter((key) => key !== ''), wasKilled: signal === 'SIGKILL' }
}

test(`a sender that is killed ${kills} times sends no mail twice, and leaves only those it held`, async (t) => {
  const person = await readPerson(db.kysely, (await people.newPerson()).person)
  for (let index = 0; index < count; index += 1) {
    const title = `Digest ${index}`
    await deliver({ queries: db.kysely, clock: systemClock, zone: 'UTC' }, person, {
      // Each of a kind of its own: none takes the place of another.
      kind: `digest.${index}`,
      shopId: null,
      episode: '1',
      shops: [],
      title,
      body: title,
      link: '',
      mail: { subject: title, html: '', text: title, headers: {} },
      isUrgent: false,
    })
  }
  const got: string[] = []
  let killed = 0
  while (killed < kills) {
    const { keys, wasKilled } = await sendUntilKilled(1 + Math.floor(Math.random() * (count / kills - 5)))
    got.push(...keys)
    if (!wasKilled) break
    killed += 1
  }
  t.diagnostic(`killed ${killed} times`)
  assert.equal(killed, kills)
  const services = { db, log: silentLog, openShopsOf: async () => [] }
  const sendMail = async ({ key }: { readonly key: string }) => {
    got.push(key)
    return { state: 'sent', reason: '' } as const
  }
  const send = (clock: Clock) =>
    sendDeliveries({ db, clock }, { mail: () => sendWaitingMails({ ...services, sendMail, clock }) })
  await send(systemClock)
  const later = { now: () => new Date(Date.now() + 11 * 60_000) }
  await send(later)
  assert.equal(new Set(got).size, got.length, 'none twice')
  const rows = await db.kysely.selectFrom('deliveries').select(['channel', 'state']).execute()
  const tally = (channel: string, state: string) =>
    rows.filter((row) => row.channel === channel && row.state === state).length
  assert.equal(tally('inbox', 'sent'), count)
  assert.equal(tally('mail', 'sent') + tally('mail', 'unknown'), count)
  assert.ok(tally('mail', 'unknown') <= kills, `${tally('mail', 'unknown')} may be missing`)
})
