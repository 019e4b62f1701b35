import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { startTestAuth } from './testing.ts'

const socketName = '.s.PGSQL.5432'
const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

/** A database that can be disconnected and reconnected. */
async function openCuttableDatabase() {
  const real = await openTestDatabase({ after })
  const folder = new URL(real.url.replace(/^postgres(?:ql)?:\/\/[^/]*/, 'http://x')).searchParams.get('host')
  if (folder === null) return undefined
  const ownFolder = await mkdtemp(join(tmpdir(), 'tillsight-cut-'))
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(join(folder, socketName))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy()).on('close', () => open.delete(one))
      one.pipe(other)
    }
  })
  const join_ = () => new Promise<void>((done) => server.listen(join(ownFolder, socketName), done))
  const cut = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const socket of open) socket.destroy()
    })
  await join_()
  const url = real.url.replace(encodeURIComponent(folder), encodeURIComponent(ownFolder)).replace(folder, ownFolder)
  const database = await openDatabase({ url, log: silentLog, applicationName: 'cuttable' })
  after(async () => {
    await database.close()
    await cut()
    await rm(ownFolder, { recursive: true, force: true })
  })
  return { database: { ...database, url }, cut, join: join_ }
}

test('a database that is away in the middle of a refresh costs nobody the session', async (t) => {
  const cuttable = await openCuttableDatabase()
  if (!cuttable) return t.skip('the database of DATABASE_URL is not reached by a socket that could be cut')
  const auth = await startTestAuth({ after }, { database: cuttable.database })
  const email = 'patient@example.com'
  const password = 'a long enough password'
  await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  const client = auth.client()
  const { data: before } = await client.auth.signInWithPassword({ email, password })
  assert.ok(before.session)

  await cuttable.cut()
  const refused = await auth.raw('/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: before.session.refresh_token },
  })
  assert.equal(refused.status, 503)
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  const refreshing = client.auth.refreshSession()
  const asked = auth.raw('/user', { bearer: before.session.access_token })
  assert.equal((await asked).status, 503)
  await cuttable.join()

  const { data, error } = await refreshing
  assert.equal(error, null)
  assert.notEqual(data.session?.refresh_token, before.session.refresh_token)
  assert.equal((await client.auth.getUser()).data.user?.email, email)
  assert.ok(!events.includes('SIGNED_OUT'))
})
