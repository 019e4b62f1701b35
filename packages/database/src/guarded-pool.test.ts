import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { sql } from 'kysely'
import { openDatabase } from './database.ts'
import { openTestDatabase } from './testing.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

const isUnavailable = (error: unknown) => isAppError(error) && error.code === 'unavailable'

/** A proxy in front of the server that can stop forwarding, like a broken network. */
async function standBefore(t: { after(work: () => Promise<void>): void }, url: string) {
  const folder = new URL(url).searchParams.get('host') ?? assert.fail('a socket was expected')
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((near) => {
    const far = connect(`${folder}/.s.PGSQL.5432`)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => void (isOpen && to.write(data)))
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const place = new URL(url)
  place.searchParams.delete('host')
  place.hostname = '127.0.0.1'
  place.port = typeof address === 'object' && address !== null ? String(address.port) : ''
  return {
    url: place.href,
    cut: () => {
      isOpen = false
    },
    mend: () => {
      isOpen = true
    },
    end: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a server that gives no answer, and one that is gone, are said to be unavailable', async (t) => {
  const { url } = await openTestDatabase(t, { migrate: false })
  const network = await standBefore(t, url)
  const database = await openDatabase({ url: network.url, log, applicationName: 'test', patienceMs: 500 })
  t.after(() => database.close())
  const ask = () => sql`SELECT 1 AS one`.execute(database.kysely).then(({ rows }) => rows)
  assert.deepEqual(await ask(), [{ one: 1 }])
  network.cut()
  await assert.rejects(ask(), isUnavailable)
  await assert.rejects(
    database.transaction((tx) => sql`SELECT 1`.execute(tx)),
    isUnavailable,
  )
  network.mend()
  assert.deepEqual(await ask(), [{ one: 1 }], 'no connection that waits for an old answer is used')
  await assert.rejects(sql`SELECT nothing`.execute(database.kysely), (error) => !isAppError(error))
  network.end()
  await assert.rejects(ask(), isUnavailable)
})

test('a server that has run out of something is unavailable, and says what to do', async (t) => {
  const database = await openTestDatabase(t, { migrate: false })
  const fail = (code: string) =>
    sql`DO ${sql.raw(`$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$`)}`.execute(
      database.kysely,
    )
  const said = {
    53100: /disk is full/,
    25006: /disk is full/,
    53000: /open files/,
    53200: /memory/,
    58030: /its disk fails/,
    53300: /does not answer/,
    '08006': /does not answer/,
    '57P01': /does not answer/,
    '57P02': /does not answer/,
    '57P03': /does not answer/,
  }
  for (const [code, words] of Object.entries(said)) {
    await assert.rejects(fail(code), (error) => isUnavailable(error) && words.test(String(error)), code)
    await assert.rejects(
      database.transaction(() => fail(code)),
      isUnavailable,
      `${code} in a transaction`,
    )
  }
  await assert.rejects(fail('23505'), (error) => !isAppError(error), 'what was asked for is refused')
})
