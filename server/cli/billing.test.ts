import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCommandLine } from '../testing/command-line.ts'
import { postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { startSoldPlans } from '../testing/sold-plans.ts'

const cleanUp = { after: (work: () => Promise<void>) => after(work) }
const { fake, stripe } = await startSoldPlans(cleanUp)
const installation = await startInstallation(cleanUp, { stripe })
await addShop(installation, { domain: 'plans.example' })
const { organisation } = await installation.contexts.anyShop()
const env = { ...installation.env, RATES_URL: 'off' }
const line = openCommandLine(cleanUp, {
  ...env,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_PLANS: JSON.stringify(stripe.plans),
  STRIPE_URL: fake.url,
})
const run = (...args: string[]) => line.run('billing', ...args, '--shop', 'plans.example')

test('the plan of an organisation is shown, compared, cancelled and kept', async () => {
  assert.match((await run('show')).out, /^No plan\. Everything is open until \d{4}-\d\d-\d\d \(UTC\) \(choose_plan\)/)
  const path = `/api/v1/organisations/${organisation}/billing/checkout`
  const { body } = await postJson<{ url: string }>(installation, path, { body: { plan: 'large', interval: 'month' } })
  await fake.press(body.url, { do: 'subscribe', card: '4242424242424242' })
  const compared = await line.run('billing', 'compare')
  assert.equal(compared.code, 0, compared.err)
  assert.match((await run('show')).out, /^Large \(trialing, until .* Everything is open\./)
  assert.match((await run('cancel', '--reason', 'Closed')).out, /ends on \d{4}/)
  assert.match((await run('show')).out, /It ends then\./)
  assert.match((await run('resume')).out, /goes on \(trialing\)/)
  assert.match(
    (await run('usage', '--month', '2026-01')).out,
    /2026-01: 0 orders \(no limit\), 1 members\n.*plans\.example +0/s,
  )
  assert.equal((await run('usage', '--month', 'May')).code, 1)
  assert.match((await run('invoices')).out, /paid +0\.00 EUR|There are no invoices/)
})

test('where nothing is sold, that is what is said', async () => {
  const alone = openCommandLine(cleanUp, env)
  assert.match((await alone.run('billing', 'compare')).out, /Nothing is sold here/)
  const refused = await alone.run('billing', 'cancel', '--shop', 'plans.example')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /Nothing is sold here/)
})
