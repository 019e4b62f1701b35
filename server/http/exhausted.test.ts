import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { sql } from 'kysely'
import { createAppServices } from '../app-services/index.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { testPassword, visitOf } from '../testing/people.ts'
import { statusOf } from './errors.ts'

const installation = await startInstallation({ after }, { role: 'web' })
const { owner, runtime } = installation
const { kysely } = runtime.stores.database
await addShop(installation, { domain: 'a.example' })

const file = 'order_id,placed_at,gross\nA1,2026-03-01 10:00,10.00\n'
const form = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--x--\r\n`

/** Write requests of people and programs, with the status of each. */
const doors: Readonly<Record<string, () => Promise<number | string>>> = {
  preference: () =>
    answerOf(
      installation.fetch('/api/shop/updatePreference', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ shop: 'a.example', preference: { decimal: 1 } }),
      }),
    ),
  signIn: () =>
    answerOf(
      installation.fetchAsVisitor('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: runtime.auth.anonKey },
        body: JSON.stringify({ email: owner.email, password: testPassword }),
      }),
    ),
  async upload() {
    const shop = await createAppServices(runtime, visitOf(installation, owner)).shop('a.example')
    const contentType = 'multipart/form-data; boundary=x'
    const body = new Response(form).body
    const failure = await shop?.uploadImport({ contentType, body }).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) return 200
    return isAppError(failure) ? statusOf[failure.code] : 500
  },
}

async function answerOf(response: Promise<Response>): Promise<number | string> {
  const { status, headers } = await response
  return status === 503 && headers.get('retry-after') !== '5' ? 'does not say when to return' : status
}

/** Makes PostgreSQL itself fail with this code on every write to these tables. */
async function failWith(code: string): Promise<void> {
  await sql`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS ${sql.raw(
    `$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$`,
  )}`.execute(kysely)
}

test('a database that has run out of something is said at every door, with when to return', async (t) => {
  for (const [door, ask] of Object.entries(doors)) assert.equal(await ask(), 200, door)
  await failWith('53100')
  const tables = ['preferences', 'imports', 'import_files', 'auth_sessions']
  for (const table of tables)
    await sql`CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON ${sql.table(table)} EXECUTE FUNCTION fail()`.execute(
      kysely,
    )
  t.after(async () => {
    for (const table of tables) await sql`DROP TRIGGER fail ON ${sql.table(table)}`.execute(kysely)
  })
  for (const code of ['53100', '53200', '53300', '57P01', '57P02', '57P03', '58030', '25006', '08006']) {
    await failWith(code)
    for (const [door, ask] of Object.entries(doors)) assert.equal(await ask(), 503, `${door} at ${code}`)
  }
})
