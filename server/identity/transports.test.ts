import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMailbox } from '@tillsight/auth'
import { systemClock } from '@tillsight/core'
import { openTestDatabase } from '@tillsight/database/testing'
import { loadConfig } from '../config.ts'
import { silentLog } from '../testing/silent-log.ts'
import { temporaryFolder } from '../testing/temporary.ts'
import { createTransports } from './transports.ts'

test('mails that can neither be sent nor be looked at are not kept: their links open accounts', async (t) => {
  const database = await openTestDatabase(t)
  const TILLSIGHT_DATA_DIR = await temporaryFolder(t)
  const keptWith = async (env: Readonly<Record<string, string>>): Promise<number> => {
    const config = loadConfig({ TILLSIGHT_DATA_DIR, ...env })
    const outgoing = () => assert.fail('nobody is asked')
    const { mail } = createTransports({ config, database, outgoing, clock: systemClock, log: silentLog })
    await mail.send({ to: 'a@example.com', subject: 'Sign in', html: '', text: 'a link' })
    return (await readMailbox(database.kysely)).length
  }
  assert.equal(await keptWith({ NODE_ENV: 'production' }), 0)
  assert.equal(await keptWith({ HOST: '0.0.0.0' }), 0)
  assert.equal(await keptWith({}), 1)
})
