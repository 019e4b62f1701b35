import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { parseSearch } from '../../../search/index.ts'
import { resolvePeriod } from '../../../search/resolve-period.server.ts'
import type { CatalogueView } from '../../../services.ts'
import { shopVerbsOf, testShop } from '../../../testing.ts'
import { hasCauses, loadCauses } from './load-causes.server.ts'

const shop = testShop({ language: 'de' }, { today: parseDay('2026-05-02'), firstDay: parseDay('2024-01-01') })

interface Sent {
  readonly of?: string | undefined
  readonly by?: readonly string[] | undefined
}

/** Asks with an address; profit fell by ten where it is known. */
async function load(metric: 'netProfit' | 'cm2Margin', search: string, of: 'known' | 'unknown' | 'partial' = 'known') {
  const sent: Sent[] = []
  const state = parseSearch(search)
  const catalogue = { metrics: [{ key: 'cm2', label: 'Beitrag' }] } as unknown as CatalogueView
  const services = {
    shop,
    may: { openOrders: true, seeProfit: true },
    catalogue: () => catalogue,
    run: shopVerbsOf({
      'profit.explain': async (input) => {
        sent.push(input)
        return {
          of: of === 'unknown' ? null : input.of,
          partial: of === 'partial',
          currency: 'EUR',
          causes: [
            { cause: 'orders', metric: 'orders', amount: '2.500000' },
            { cause: 'basket', metric: 'netSales', amount: '-12.500000' },
          ],
          ladder: [{ metric: input.of, now: '90.000000', before: '100.000000', change: '-10.000000' }],
        }
      },
    }),
  }
  const question = {
    services: services as never,
    state,
    period: resolvePeriod(state, shop),
    now: '2026-05-02T10:00:00Z',
  }
  return { causes: await loadCauses(metric, question), sent }
}

test('a margin is explained by what it is a share of, in the language and days of the page', async () => {
  const { causes, sent } = await load('cm2Margin', '?range=7d&open=cm2Margin&after=x')
  assert.deepEqual([sent[0]?.of, sent[0]?.by], ['cm2', []])
  assert.deepEqual(
    causes?.rows.map(({ label, text, open }) => [label, text, open]),
    [
      ['Bestellungen', '+\u2060€2.50', '?range=7d&open=orders'],
      ['Warenkorb', '−\u2060€12.50', '?range=7d&open=netSales'],
    ],
  )
  assert.deepEqual(causes?.total, { label: 'Beitrag', text: '−\u2060€10.00' })
  assert.equal(causes?.whole.to, '/shop/nord.test/profit?range=7d')
})

test('nothing is asked without a comparison, and nothing said where a period shows no profit or is not loaded', async () => {
  const alone = await load('netProfit', '?range=7d&compare=none')
  assert.deepEqual([alone.causes, alone.sent], [null, []])
  const unknown = await load('netProfit', '?range=7d', 'unknown')
  assert.deepEqual([unknown.causes, unknown.sent.length], [null, 1])
  assert.equal((await load('netProfit', '?range=7d', 'partial')).causes, null)
})

test('only figures of profit have causes', () => {
  assert.deepEqual(['netProfit', 'grossMargin', 'sales', 'toString'].map(hasCauses), [true, true, false, false])
})
