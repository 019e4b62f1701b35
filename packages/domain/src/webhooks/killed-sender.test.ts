import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemClock } from '@tillsight/core'
import {
  addWebhookMessages,
  createOrganisation,
  createSecretsBox,
  createShop,
  createWebhookEndpoint,
} from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { secretContext } from './change-endpoints.ts'
import { senderServices, startReceiver, verify } from './receiver.testing.ts'
import { sendDueMessages } from './send.ts'
import { makeSecret } from './signing.ts'

const kills = 20
const count = 400

const db = await openTestDatabase({ after })
// Slower than a sender that is killed at any moment.
const receiver = await startReceiver({ after }, (_request, response) => {
  setTimeout(() => response.writeHead(204).end(), 3)
})

/** Runs a sender until some more messages have arrived, then kills it. */
async function sendUntilKilled(more: number): Promise<void> {
  const enough = receiver.received.length + more
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-sender.fixture.ts'), db.url], {
    stdio: 'inherit',
  })
  const closed = once(child, 'close')
  while (receiver.received.length < enough) await new Promise((done) => setTimeout(done, 1))
  child.kill('SIGKILL')
  await closed
}

test(`a sender that is killed ${kills} times loses no message, and repeats those it held under the same ids`, async (t) => {
  const { id: organisationId } = await createOrganisation(db.kysely, { name: 'Nord GmbH' })
  const place = {
    organisationId,
    domain: 'tea.test',
    name: 'Tea',
    platform: 'woocommerce',
    zone: 'UTC',
    currency: 'EUR',
  }
  const { id: shopId } = await createShop(db.kysely, place)
  const secret = makeSecret()
  const box = createSecretsBox({ secret: 'the secret of a test installation' })
  const at = new Date()
  const ids = Array.from({ length: count }, (_, index) => `msg_${index}`)
  for (let index = 0; index < 4; index += 1) {
    const { id: endpointId } = await createWebhookEndpoint(db.kysely, {
      shopId,
      url: receiver.url,
      events: ['order.booked'],
      state: 'on',
      secret: Buffer.from(box.seal(secret, secretContext(shopId))),
      createdAt: at,
      changedAt: at,
    })
    const own = ids.filter((_, each) => each % 4 === index)
    await addWebhookMessages(
      db.kysely,
      own.map((id) => ({ id, endpointId, type: 'order.booked', body: `{"n":"${id}"}`, at })),
    )
  }
  for (let killed = 0; killed < kills; killed += 1) {
    await sendUntilKilled(1 + Math.floor(Math.random() * 8))
    // What a killed process held is anybody's after a minute, which nobody waits for here.
    await db.kysely.updateTable('webhookMessages').set({ claimedUntil: null }).execute()
  }
  await sendDueMessages(senderServices({ after }, { db, clock: systemClock }))
  const got = receiver.received
  t.diagnostic(`${got.length - count} of ${count} arrived twice`)
  assert.deepEqual(new Set(got.map(({ id }) => id)), new Set(ids), 'none is lost')
  assert.ok(got.length - count <= kills * 8, `${got.length} arrived: no more is repeated than a sender holds`)
  for (const message of got) assert.deepEqual(verify(message, secret), { n: message.id })
  const left = await db.kysely.selectFrom('webhookMessages').select('state').where('state', '!=', 'delivered').execute()
  assert.deepEqual(left, [])
})

test('what a dead sender held is sent again after a minute', async () => {
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const [one] = receiver.received
  assert.ok(one)
  const before = receiver.received.length
  await db.kysely
    .updateTable('webhookMessages')
    .set({ state: 'waiting', claimedUntil: new Date(now + 60_000) })
    .where('id', '=', one.id)
    .execute()
  const services = senderServices({ after }, { db, clock })
  assert.equal(await sendDueMessages(services), 0)
  now += 60_001
  assert.equal(await sendDueMessages(services), 1)
  assert.deepEqual([receiver.received.length, receiver.received.at(-1)?.id], [before + 1, one.id])
})
