import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createSecretsBox, sealAgain } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { sql } from 'kysely'
import { allSealed } from './secrets.ts'

const database = await openTestDatabase({ after })

/** Bytes that are not sealed: hashes, pictures, files and messages as they were received. */
const plain = [
  'ad_pictures.bytes',
  'audit_chains.base_hash',
  'audit_chains.last_hash',
  'audit_entries.hash',
  'avatars.image',
  'import_files.bytes',
  'webhook_deliveries.body',
]

const earlier = 'the secret of earlier, long enough'
const secret = 'the secret of the present, long enough'
const box = createSecretsBox({ secret, earlier: [earlier] })

function sealedIn(name: string) {
  const found = allSealed.find(({ table, column }) => `${table}.${column}` === name)
  assert.ok(found)
  return found
}

suite('sealed columns', () => {
  test('are all known: whoever adds bytes says whether they are sealed', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'bytea'`.execute(database.kysely)
    const sealed = allSealed.map(({ table, column }) => `${table}.${column}`)
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...sealed, ...plain].toSorted())
  })

  test('find their rows by columns that exist', async () => {
    for (const column of allSealed) {
      assert.deepEqual(await sealAgain(database.kysely, column, box), {
        table: column.table,
        column: column.column,
        changed: 0,
        unreadable: 0,
      })
    }
  })

  test('are sealed again with the present secret, once', async () => {
    const keys = sealedIn('push_keys.private_key')
    const sealed = createSecretsBox({ secret: earlier }).seal(
      'private',
      keys.context(() => ''),
    )
    await sql`INSERT INTO push_keys (public_key, private_key, created_at)
      VALUES ('public', ${Buffer.from(sealed)}, now())`.execute(database.kysely)
    assert.equal((await sealAgain(database.kysely, keys, box)).changed, 1)
    assert.equal((await sealAgain(database.kysely, keys, box)).changed, 0)
    const { rows } = await sql<{ key: Buffer }>`SELECT private_key AS key FROM push_keys`.execute(database.kysely)
    const [row] = rows
    assert.ok(row)
    assert.equal(
      createSecretsBox({ secret }).open(
        row.key,
        keys.context(() => ''),
      ),
      'private',
    )
  })

  test('stay as they are where the secret is not known', async () => {
    const answers = sealedIn('api_answers.body')
    const foreign = createSecretsBox({ secret: 'a secret that nobody has kept' }).seal('answer', 'of somebody')
    await sql`INSERT INTO api_answers (caller, key, request, claim, body, claimed_at, renewed_at)
      VALUES ('c', 'k', 'r', gen_random_uuid(), ${Buffer.from(foreign)}, now(), now())`.execute(database.kysely)
    const { changed, unreadable } = await sealAgain(database.kysely, answers, box)
    assert.deepEqual([changed, unreadable], [0, 1])
  })
})
