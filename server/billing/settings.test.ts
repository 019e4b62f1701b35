import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { temporaryFolder } from '../testing/temporary.ts'
import { readStripeSettings } from './settings.ts'

const plans = [{ id: 'starter', name: 'Starter', prices: { month: 'price_1' }, limits: { shops: 1 } }]
const given = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PLANS: JSON.stringify(plans),
}

test('nothing is sold without a key', () => {
  assert.equal(readStripeSettings({}), null)
  assert.equal(readStripeSettings({ STRIPE_PLANS: 'nonsense', STRIPE_SECRET_KEY: '' }), null)
})

test('plans are read from the text itself, or from a file below the given folder', async (t) => {
  const folder = await temporaryFolder({ after: (work) => t.after(work) })
  await writeFile(join(folder, 'plans.json'), given.STRIPE_PLANS)
  const expected = [
    { id: 'starter', name: 'Starter', prices: { month: 'price_1', year: null }, limits: { shops: 1 }, features: [] },
  ]
  assert.deepEqual(readStripeSettings(given)?.plans, expected)
  assert.deepEqual(readStripeSettings({ ...given, STRIPE_PLANS: 'plans.json' }, folder)?.plans, expected)
  const { url } = readStripeSettings({ ...given, STRIPE_URL: 'http://127.0.0.1:4711/' }) ?? {}
  assert.equal(url?.port, '4711')
})

test('whatever cannot be used is named, a line each, without the key', () => {
  const linesOf = (change: Readonly<Record<string, string>>) => {
    try {
      readStripeSettings({ ...given, ...change })
    } catch (error) {
      if (isAppError(error))
        return error.message
          .split('\n')
          .slice(1)
          .map((line) => line.trim())
    }
    return assert.fail('it was accepted')
  }
  assert.deepEqual(linesOf({ STRIPE_WEBHOOK_SECRET: '', STRIPE_PLANS: '' }), [
    'STRIPE_WEBHOOK_SECRET: is needed with STRIPE_SECRET_KEY',
    'STRIPE_PLANS: is needed with STRIPE_SECRET_KEY',
  ])
  assert.deepEqual(
    linesOf({ STRIPE_SECRET_KEY: 'pk_test_hush', STRIPE_WEBHOOK_SECRET: 'hush', STRIPE_URL: 'nowhere' }),
    [
      'STRIPE_SECRET_KEY: expected sk_test_… or sk_live_…',
      'STRIPE_WEBHOOK_SECRET: expected whsec_…',
      'STRIPE_URL: expected an address such as http://127.0.0.1:4711',
    ],
  )
  const wrong = (change: object) => linesOf({ STRIPE_PLANS: JSON.stringify([{ ...plans[0], ...change }]) })[0]
  assert.match(linesOf({ STRIPE_PLANS: '/nowhere.json' })[0] ?? '', /^STRIPE_PLANS: /)
  assert.match(linesOf({ STRIPE_PLANS: '[]' })[0] ?? '', /at least one plan/)
  assert.match(linesOf({ STRIPE_PLANS: JSON.stringify([...plans, ...plans]) })[0] ?? '', /two plans of one id/)
  assert.match(wrong({ prices: {} }) ?? '', /prices needs a price/)
  assert.match(wrong({ id: 'self_hosted' }) ?? '', /0 id is the name/)
  assert.match(wrong({ limits: { shops: -1 } }) ?? '', /0 limits shops/)
})
