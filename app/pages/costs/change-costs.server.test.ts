import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { CostPreview } from '@tillsight/domain'
import { whatText } from '../../blocks/cost-changes/change-text.server.ts'
import { toDecimal } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { changeCosts } from './change-costs.server.ts'
import { missingText } from './load-goods.server.ts'
import { ruleFields, ruleText, typedAmount } from './rule-text.server.ts'
import { pageWords } from './words.server.ts'

const preview: CostPreview = {
  orders: 1200,
  lines: 0,
  from: '2026-03-01',
  to: '2026-03-20',
  currency: 'EUR',
  delta: '0.000000',
  byMonth: [],
  profitBefore: null,
  profitAfter: null,
  coverageBefore: null,
  coverageAfter: null,
  examples: [],
  closed: false,
  pending: false,
}
const display = { currency: 'EUR', decimals: 2, language: 'en', numbers: 'en-US' } as const

async function send(fields: Readonly<Record<string, string>>, verbs: Parameters<typeof shopVerbsOf>[0]) {
  const services = {
    shop: { zone: 'Europe/Berlin', display },
    may: { closeCosts: false },
    run: shopVerbsOf(verbs),
  } as unknown as ShopServices
  const body = new URLSearchParams({ form: 'goods', what: 'goods', intent: 'save', seen: 'first', ...fields })
  return changeCosts(services, new Request('http://localhost/', { method: 'POST', body }))
}

test('a large change says that profit is worked out in the background, and none that it moved by nothing', async () => {
  const saved = (own: Partial<CostPreview>) => ({
    'costs.save': async () => ({ change: 'second', preview: { ...preview, ...own }, restating: true }),
  })
  const large = await send({}, saved({ pending: true }))
  assert.equal(
    large.outcome.message,
    'Saved. Profit of up to 1,200 orders (1 – 20 Mar 2026) is recalculated in the background. See the effect under Changes.',
  )
  assert.equal(large.outcome.seen, 'second')
  const known = await send({}, saved({}))
  assert.match(known.outcome.message, /Profit stayed the same\. Reports follow in a moment\.$/)
  const moved = await send({}, saved({ delta: '-241.80' }))
  assert.match(moved.outcome.message, /Profit changed by −\u2060€241\.80\./)
})

test('of two who change the same, the second is told who did what and when, and keeps what was typed', async () => {
  const { outcome, status } = await send(
    { 'cost:17': '7,50', 'was:17': '5' },
    {
      'costs.save': async (input: { readonly change: unknown; readonly seen?: string | null | undefined }) => {
        assert.deepEqual(input, {
          change: { goods: { entries: [{ scope: 'variant', ref: '17', amount: '7.50', from: null }] } },
          seen: 'first',
        })
        const details = { change: 'second', at: '2026-03-20T09:14:00.000Z', by: 'Mara', what: 'cost of goods changed' }
        throw new AppError('conflict', 'Somebody else.', { details: { ...details, now: '6 EUR', yours: '7.5 EUR' } })
      },
    },
  )
  assert.equal(status, 409)
  assert.ok(outcome.kind === 'conflict')
  assert.equal(
    outcome.message,
    'Changed by Mara on 20 Mar 2026, 10:14: Product cost changed. It is €6.00 now, you entered €7.50. Your change is not saved yet.',
  )
  assert.deepEqual([outcome.seen, outcome.typed['cost:17']], ['second', '7,50'])
})

test('an emptied field deletes the entry that it showed, and none that is not the variant’s own', async () => {
  const shown = { 'cost:17': '', 'was:17': '8.60', 'entry:17': 'file 2026-03-01', 'cost:18': '5', 'was:18': '5' }
  const saved: unknown[] = []
  const verbs = {
    'costs.save': async ({ change }: { readonly change: unknown }) => {
      saved.push(change)
      return { change: 'second', preview, restating: false }
    },
  }
  await send(shown, verbs)
  const key = { scope: 'variant', ref: '17', from: '2026-03-01', source: 'file' }
  assert.deepEqual(saved, [{ goods: { entries: [], remove: [key] } }])
  const { 'entry:17': _entry, ...ofStore } = shown
  const refused = await send(ofStore, verbs)
  assert.deepEqual([refused.outcome.kind, saved.length], ['refused', 1])
  assert.match(refused.outcome.message, /of the store or of a whole product cannot be emptied here/)
})

test('an entry is added for a day, a country and a number of pieces, and deleted by its key', async () => {
  const changes: unknown[] = []
  const verbs = {
    'costs.save': async ({ change }: { readonly change: unknown }) => {
      changes.push(change)
      return { change: 'second', preview, restating: false }
    },
  }
  const typed = {
    variant: '17',
    cost: '10,50',
    from: '2026-03-01',
    country: 'AT',
    minQuantity: '2',
    steps: 'graduated',
  }
  await send({ what: 'entry', kind: 'amount', ...typed, note: 'new mould' }, verbs)
  const key = { scope: 'variant', ref: '17', from: '2026-03-01', country: 'AT', minQuantity: 2 }
  assert.deepEqual(changes[0], {
    goods: { entries: [{ ...key, steps: 'graduated', kind: 'amount', amount: '10.50', note: 'new mould' }] },
  })
  await send({ what: 'entry', kind: 'madeOf', variant: '17', 'part:c:1': '2', 'part:t': '1', note: '' }, verbs)
  const madeOf = [
    { variant: 'c:1', quantity: 2 },
    { variant: 't', quantity: 1 },
  ]
  const made = { scope: 'variant', ref: '17', from: null, country: '', minQuantity: 1, steps: 'whole', note: '' }
  assert.deepEqual(changes.pop(), { goods: { entries: [{ ...made, kind: 'madeOf', madeOf }] } })
  const own = { ...key, source: 'api' }
  await send({ what: 'removeEntry', id: JSON.stringify(own) }, verbs)
  assert.deepEqual(changes[1], { goods: { remove: [own] } })
  for (const id of ['', '{', JSON.stringify({ ...own, source: 'store' })]) {
    const { outcome } = await send({ what: 'removeEntry', id }, verbs)
    assert.equal(outcome.kind, 'refused', id)
  }
})

test('closed days keep what was typed, and ask only those for a reason who may change them', async () => {
  const details = { needs: 'costs:close' }
  const refused = await send(
    { 'cost:17': '7' },
    { 'costs.save': async () => Promise.reject(new AppError('forbidden', 'These days are closed.', { details })) },
  )
  assert.deepEqual([refused.status, refused.outcome.kind], [403, 'refused'])
  const asked = await send({ intent: 'preview' }, { 'costs.preview': async () => ({ ...preview, closed: true }) })
  assert.match(asked.outcome.message, /Only an owner can save this, with a reason\.$/)
})

test('a changed rule keeps what its form does not show', async () => {
  const body = {
    gateway: 'stripe',
    percent: '1.5',
    fixed: '0.250000',
    currency: 'USD',
    region: ['DE'],
    foreignCard: '2',
  }
  const fields = { what: 'rule', kind: 'fee', id: 'r', gateway: 'stripe', percent: '1,4', fixed: '', foreignCard: '' }
  await send(
    { ...fields, regions: 'DE AT' },
    {
      'costs.rules': async () => ({ latest: null, rules: [{ id: 'r', kind: 'fee' as const, body }] }),
      'costs.save': async ({ change }: { readonly change: unknown }) => {
        const kept = { currency: 'USD', gateway: 'stripe', percent: '1.4', region: ['DE', 'AT'] }
        assert.deepEqual(change, { rule: { kind: 'fee', id: 'r', body: kept } })
        return { change: 'second', preview, restating: false }
      },
    },
  )
})

test('rules are said in words, and what is missing with how few goods make most of it', () => {
  const bands = [{ upTo: 2500, amount: '4.190000' }]
  const table = {
    id: 't',
    kind: 'shipping',
    body: { type: 'table', region: 'DE', bands, perKgAbove: '0.600000' },
  } as const
  assert.equal(
    ruleText(table, display),
    'By weight: up to 2.5 kg €4.19, then €0.60 per started kg · to DE · from the beginning',
  )
  assert.deepEqual([ruleFields(table)['bands'], ruleFields(table)['perKgAbove']], ['2.5 4.19', '0.60'])
  const free = { id: 'f', kind: 'fee', body: { gateway: 'bacs', percent: '0', fixed: '0.000000' } } as const
  assert.equal(ruleText(free, display), 'bacs: no fee · from the beginning')
  const rows = ['80', '15', '5'].map((unknown) => ({ unknown }))
  const missing = { total: 3, rows } as unknown as Parameters<typeof missingText>[0]
  assert.equal(
    missingText(missing, '6.5%', { format: display, say: pageWords.say('en') }),
    '6.5% of net sales have no cost: 3 variants. 1 of them makes up 80% of the missing amount.',
  )
})

test('the log is said in the language of the page, and what it does not know as it stands', () => {
  const log = '3 × cost of goods changed, payment fee “klarna, pay later” added'
  assert.equal(whatText(log, 'en'), '3 × Product cost changed, Payment fee “klarna, pay later” added')
  assert.equal(whatText('cost of goods deleted', 'de'), 'Produktkosten: gelöscht')
  assert.equal(whatText('something else', 'de'), 'something else')
})

test('a cost is read as it was shown, in every way to write numbers', () => {
  for (const numbers of ['en-US', 'de-DE', 'fr-FR', 'nl-NL', 'de-CH']) {
    for (const cost of ['21.56', '21', '0.125', '21.567', '1234.50', '1234.5678']) {
      const shown = typedAmount(cost, { currency: 'EUR', decimals: 2, numbers })
      assert.equal(toDecimal(shown), cost, `${numbers}: ${shown}`)
    }
  }
})
