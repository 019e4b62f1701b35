import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { OrganisationVerbs, VerbOutput } from '@tillsight/domain'
import { organisationVerbsOf } from '../../testing.ts'
import { loadBillingBanner } from './banner.server.ts'
import { changeBilling } from './change-billing.server.ts'
import { loadBilling } from './load-billing.server.ts'

type Shown = VerbOutput<OrganisationVerbs['billing.show']>

const now = '2026-12-01T12:00:00.000Z'
const full = { kind: 'full', problem: null, until: null, since: null, readsUntil: null } as const
const limits = { ordersPerMonth: 1000, shops: 1, members: 3, historyMonths: null }
const small = {
  id: 'small',
  name: 'Small',
  prices: { month: { amount: '20.00', currency: 'EUR' }, year: null },
  limits,
  features: [],
}
const large = {
  ...small,
  id: 'large',
  name: 'Large',
  prices: { ...small.prices, year: { amount: '600.00', currency: 'EUR' } },
}
const bought: NonNullable<Shown['subscription']> = {
  plan: 'small',
  interval: 'month',
  status: 'trialing',
  currentPeriodEnd: '2026-12-10T11:00:00.000Z',
  cancelAtPeriodEnd: false,
  trialEnd: '2026-12-10T11:00:00.000Z',
  nextPlan: null,
}
const shown: Shown = {
  sells: true,
  subscription: bought,
  access: full,
  provider: 'stripe',
  plan: small,
  plans: [small, large],
  mayChange: true,
  can: { buy: false, change: true, cancel: true, resume: false, portal: true },
  hasTrial: false,
}
const usage = {
  month: '2026-12',
  used: { orders: 1250, shops: [{ shop: 'a.example', name: 'A', orders: 1250 }], members: 1, historyMonths: 8 },
  limits,
  percent: 125,
}

function verbs(parts: Partial<Shown> = {}, more: Parameters<typeof organisationVerbsOf>[0] = {}) {
  const { sells, subscription, access } = { ...shown, ...parts }
  return organisationVerbsOf({
    'billing.standing': async () => ({ sells, subscription, access }),
    'billing.show': async () => ({ ...shown, ...parts }),
    'billing.usage': async () => usage,
    'billing.invoices': async () => ({ items: [], next: null }),
    ...more,
  })
}

function page(search = '', language: 'en' | 'de' | 'ar' = 'en') {
  const place = { page: '/plans', exportPage: null, numbers: 'en-GB', zone: 'Europe/Berlin', now }
  return { ...place, search: new URLSearchParams(search), language }
}

test('where nothing is sold there is no page of plans', async () => {
  assert.equal(await loadBilling(verbs({ sells: false }), page()), undefined)
})

test('a trial says how long it lasts and what follows, and usage above the plan stops nothing', async () => {
  const model = await loadBilling(verbs(), page())
  assert.deepEqual(model?.current.facts, ['Free until 10 Dec 2026: 9 days left.', 'Then €20.00 per month.'])
  assert.deepEqual(
    model?.usage?.rows.map(({ text }) => text),
    ['1,250 of 1,000', '1 of 1', '1 of 3', '8, no limit'],
  )
  assert.equal(model?.usage?.isOver, true)
  assert.deepEqual(
    model?.plans.map(({ isOwn, offer }) => isOwn || offer?.kind),
    [true, 'change'],
  )
})

test('a plan that is not sold for a year is not offered for one', async () => {
  const model = await loadBilling(verbs(), page('interval=year'))
  assert.deepEqual(
    model?.plans.map(({ price, offer }) => [price, offer?.kind]),
    [
      [null, undefined],
      ['€600.00 per year', 'change'],
    ],
  )
})

test('a change is shown with its amount before it is made', async () => {
  const run = verbs(
    {},
    {
      'billing.preview_change': async () => ({ when: 'now', at: now, due: { amount: '-4.50', currency: 'EUR' } }),
    },
  )
  const { preview } = (await loadBilling(run, page('plan=large&interval=year'))) ?? {}
  assert.deepEqual(preview?.sentences, [
    'The plan changes now. €4.50 is credited to your next invoices.',
    'After that: €600.00 per year.',
  ])
  assert.equal(preview?.at, now)
  assert.equal((await loadBilling(verbs(), page('plan=nonsense')))?.preview, null)
})

test('coming back from a payment grants nothing by itself', async () => {
  const confirm = (isSettled: boolean) =>
    verbs({}, { 'billing.confirm': async () => ({ isSettled, subscription: null }) })
  assert.equal((await loadBilling(confirm(false), page('session=cs_1')))?.isWaiting, true)
  await assert.rejects(
    async () => await loadBilling(confirm(true), page('session=cs_1')),
    (answer) => answer instanceof Response && /[?&]done=bought$/.test(answer.headers.get('location') ?? ''),
  )
  const settled = await loadBilling(verbs({}), page('done=bought'))
  assert.deepEqual(settled?.notices, [{ severity: 'info', text: 'Thank you. Small is active.' }])
  const strange = verbs(
    {},
    {
      'billing.confirm': async () => {
        throw new AppError('not_found', 'None of this organisation.')
      },
    },
  )
  assert.match((await loadBilling(strange, page('session=cs_2')))?.notices[0]?.text ?? '', /doesn’t belong/)
})

test('the page is there while the payment service is not', async () => {
  const down = async () => {
    throw new AppError('unavailable', 'The payment service does not answer.')
  }
  const model = await loadBilling(
    verbs({}, { 'billing.show': down, 'billing.invoices': down, 'billing.usage': down }),
    page(),
  )
  assert.match(model?.notices[0]?.text ?? '', /isn’t responding/)
  assert.equal(model?.current.state?.label, 'Trial')
  assert.deepEqual(model?.plans, [])
})

test('only what an owner may do is offered', async () => {
  const run = verbs(
    { mayChange: false },
    {
      'billing.invoices': async () => {
        throw new AppError('forbidden', 'Owners only.')
      },
    },
  )
  const model = await loadBilling(run, page())
  assert.equal(model?.invoices, null)
  assert.deepEqual([model?.current.canPay, model?.current.cancel, model?.plans[1]?.offer], [false, null, null])
})

test('forms lead on, come back with a message, or say why not in the language of the page', async () => {
  const asked: unknown[] = []
  const run = organisationVerbsOf({
    'billing.checkout': async (input) => {
      asked.push(input)
      return { url: 'https://pay.example/1' }
    },
    'billing.change': async () => {
      throw new AppError('conflict', 'The payment failed. Nothing was changed.')
    },
  })
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    return data
  }
  const choice = { plan: 'small', interval: 'month' }
  const place = { language: 'de', shop: 'tea.example' } as const
  const onward = await changeBilling(run, form({ intent: 'checkout', ...choice }), place)
  assert.deepEqual(onward, { outcome: { onward: 'https://pay.example/1' }, status: 200 })
  assert.deepEqual(asked, [{ ...choice, shop: 'tea.example' }])
  const refused = await changeBilling(run, form({ intent: 'change', ...choice }), place)
  assert('outcome' in refused)
  assert.equal(refused.status, 409)
  assert.match(refused.outcome.failure?.message ?? '', /Zahlung ist fehlgeschlagen/)
  const nonsense = await changeBilling(run, form({ intent: 'checkout', plan: 'small', interval: 'decade' }), place)
  assert.equal('outcome' in nonsense && nonsense.status, 400)
})

test('a banner says what has to be done and until when, and what still works', async () => {
  const place = { language: 'en', zone: 'Europe/Berlin', now } as const
  const banner = async (access: Shown['access']) => await loadBillingBanner(verbs({ access }), place)
  assert.equal(await banner(full), undefined)
  const warned = await banner({ ...full, kind: 'warned', problem: 'past_due', until: '2026-12-15T12:00:00.000Z' })
  assert.equal(warned?.text, 'The last payment failed. Pay by 15 Dec 2026 so that everything keeps working.')
  const since = '2026-11-20T12:00:00.000Z'
  const closed = {
    ...full,
    kind: 'read_only',
    problem: 'paused',
    since,
    readsUntil: '2026-12-20T12:00:00.000Z',
  } as const
  assert.match(
    (await banner(closed))?.text ?? '',
    /^Read only since 20 Nov 2026: .* Syncing continues until 20 Dec 2026\.$/,
  )
  assert.match((await banner({ ...closed, readsUntil: since }))?.text ?? '', /syncing has stopped/)
})
