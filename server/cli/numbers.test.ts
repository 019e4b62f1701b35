import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startWooCommerceFake } from '../../simulators/index.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { chooseStores } from '../testing/installation.ts'
import { temporaryFolder } from '../testing/temporary.ts'

const folder = await temporaryFolder({ after })
const stores = await chooseStores()
after(() => stores.remove())
const env = { TILLSIGHT_DATA_DIR: join(folder, 'data'), TILLSIGHT_CALLER_DIR: folder, ...stores.env }
const { run, json } = openCommandLine({ after }, env)
// Marks the folder as a demo's: its stores may be on this machine and are read at any pace.
await mkdir(env.TILLSIGHT_DATA_DIR)
await writeFile(join(env.TILLSIGHT_DATA_DIR, 'demo.json'), '{}')

const fake = await startWooCommerceFake({ zone: 'Europe/Berlin', currency: 'EUR', taxRates: [] })
after(() => fake.close())
const { consumerKey, consumerSecret } = fake.keys.add({ permissions: 'read' })

/** One of 10.00 with 1.90 of tax. */
const order = (id: number, createdAt: string) => ({
  id,
  number: `A-${id}`,
  status: 'completed',
  createdAt,
  paidAt: createdAt,
  email: `buyer${id}@example.net`,
  lines: [
    {
      id: id + 1,
      productId: 7,
      sku: 'S',
      name: 'Socks',
      quantity: 1,
      subtotal: '10.00',
      total: '10.00',
      totalTax: '1.90',
    },
  ],
})

interface Reply {
  readonly label: string
  readonly currency: string
  readonly days: readonly {
    day: string
    state: string
    orders: readonly { name: string; cause: string; difference: string }[]
  }[]
}

test('a shop is compared with its store from the command line', async (t) => {
  const shop = ['--shop', 'checked.example']
  const range = ['--from', '2026-03-02', '--to', '2026-03-04']
  await json(
    'shop',
    'create',
    '--domain',
    'checked.example',
    '--platform',
    'woocommerce',
    '--timezone',
    'Europe/Berlin',
    '--currency',
    'EUR',
  )

  await t.test('which needs a store that reports its own figures', async () => {
    const refused = await run('reconcile', ...shop, ...range)
    assert.equal(refused.code, 1)
    assert.match(refused.err, /no connected store that reports its own figures/)
  })

  await fake.store.fill({ orders: [order(1000, '2026-03-02T10:00:00Z'), order(2000, '2026-03-03T10:00:00Z')] })
  await json('connect', 'woocommerce', ...shop, '--url', fake.url, '--key', consumerKey, '--secret', consumerSecret)
  await run('sync', ...shop)
  fake.analytics.missing.add(2000)

  await t.test('as JSON with every order that differs', async () => {
    const { label, currency, days } = await json<Reply>('reconcile', ...shop, ...range)
    assert.deepEqual([label, currency], ['WooCommerce > Analytics > Revenue', 'EUR'])
    assert.deepEqual(
      days.map(({ day, state, orders }) => [
        day,
        state,
        orders.map(({ name, cause, difference }) => `${name} ${cause} ${difference}`),
      ]),
      [
        ['2026-03-02', 'agrees', []],
        ['2026-03-03', 'explained', ['A-2000 missing_in_report -11.900000']],
        ['2026-03-04', 'agrees', []],
      ],
    )
  })

  await t.test('as a table for people', async () => {
    const { code, out } = await run('reconcile', ...shop, ...range)
    assert.equal(code, 0)
    assert.match(out, /2026-03-03 {2}explained .*11\.90 .*0\.00 .*-11\.90 .*missing in report -11\.90/)
    assert.match(out, /2026-03-03 {2}A-2000 {2}missing in report {2}11\.90/)
  })

  await t.test('with days in order', async () => {
    const wrong = await run('reconcile', ...shop, '--from', '2026-03-04', '--to', '2026-03-02')
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /Give the earlier day first/)
    assert.equal((await run('reconcile', ...shop)).code, 2)
  })
})
