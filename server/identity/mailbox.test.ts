import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '../config.ts'
import { temporaryFolder } from '../testing/temporary.ts'
import { keepsMessages, showsMailbox } from './mailbox.ts'

test('messages can be looked at on this machine only, while nothing says how to send them', async (t) => {
  const TILLSIGHT_DATA_DIR = await temporaryFolder(t)
  const keeps = (env: Readonly<Record<string, string>>) => keepsMessages(loadConfig({ TILLSIGHT_DATA_DIR, ...env }))
  assert.equal(keeps({}), true)
  assert.equal(keeps({ PUBLIC_URL: 'http://localhost:3000', SMS_PROVIDER: 'log', NODE_ENV: 'development' }), true)
  for (const env of [
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://stats.example.com' },
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.5' },
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.com' },
    { SMS_PROVIDER: 'vonage', SMS_VONAGE_API_KEY: 'a', SMS_VONAGE_API_SECRET: 'b', SMS_VONAGE_FROM: 'c' },
    { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_ANON_KEY: 'a', SUPABASE_SERVICE_ROLE_KEY: 'b' },
  ]) {
    assert.equal(keeps(env), false, JSON.stringify(env))
  }
})

test('a request by any other name than this machine’s sees nothing', async (t) => {
  const config = loadConfig({ TILLSIGHT_DATA_DIR: await temporaryFolder(t) })
  assert.equal(showsMailbox(config, 'localhost:3000'), true)
  for (const host of ['', 'stats.example.com', 'localhost.evil.example', '192.168.1.5:3000']) {
    assert.equal(showsMailbox(config, host), false, host)
  }
})
