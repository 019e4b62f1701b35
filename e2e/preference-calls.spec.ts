import type { APIRequestContext, APIResponse } from '@playwright/test'
import { choose, rowOf, storedPreference, titlesIn, usualPins } from './arranging.ts'
import { demoShop, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { tile } from './summary-page.ts'

/** The defaults as the specification lists them; the locale of numbers is the product's own. */
const defaults = {
  summary: { stats: { pins: [] }, layout: { grid: 4, fluid: false }, channelOrder: [] },
  language: 'en',
  theme: 'system',
  currency: 'USD',
  decimal: 2,
  numbers: 'auto',
}

test.use({ isColleague: true })

test('the shops, and what is preferred on one of them, are asked for and saved as specified', async ({ request }) => {
  const shops: readonly Record<string, unknown>[] = await (await request.get('/api/shop/lists')).json()
  const shop = shops.find(({ domain }) => domain === demoShop.domain)
  expect(shop).toMatchObject({ platform: 'woocommerce', current_subscription: null })
  const id = String(shop?.id)
  const read = await request.get(`/api/shop/getPreference?shop=${id}`)
  expect(read.headers()).toMatchObject({ 'content-type': expect.stringMatching(/^application\/json/) })
  expect(await read.json()).toEqual(defaults)

  // A whole preference, as the specification's client sends it.
  const pins = ['woocommerce.returns', 'woocommerce.sales']
  const whole = {
    ...defaults,
    summary: {
      stats: { pins, 'woocommerce.orders': { hidden: true } },
      layout: { grid: 3, fluid: true },
      channelOrder: ['blended', 'woocommerce'],
    },
    currency: 'CHF',
  }
  expect(await (await save(request, { shop: id, preference: whole })).json()).toEqual(whole)
  expect(await (await request.get(`/api/shop/getPreference?shop=${id}`)).json()).toEqual(whole)

  // A partial one leaves the rest unchanged.
  await save(request, { shop: id, preference: { summary: { layout: { grid: 5 } }, decimal: 0 } })
  const merged = { ...whole, summary: { ...whole.summary, layout: { grid: 5, fluid: true } }, decimal: 0 }
  expect(await (await request.get(`/api/shop/getPreference?shop=${id}`)).json()).toEqual(merged)
})

test('what cannot be saved is refused with a reason, and nothing of it is kept', async ({ request }) => {
  for (const [body, status, field] of [
    [{ preference: {} }, 400, 'shop'],
    [{ shop: demoShop.domain }, 400, 'preference'],
    [{ shop: demoShop.domain, preference: { decimal: 'two' } }, 400, 'decimal'],
    [{ shop: demoShop.domain, preference: { summary: { layout: { grid: 0 } } } }, 400, 'grid'],
    [{ shop: 'nobody.example', preference: {} }, 404, 'shop'],
  ] as const) {
    const response = await save(request, body)
    expect(response.status(), JSON.stringify(body)).toBe(status)
    expect(response.headers()['content-type']).toMatch('application/problem+json')
    expect(await response.text()).toContain(field)
  }
  const forged = await request.put('/api/shop/updatePreference', {
    data: { shop: demoShop.domain, preference: { theme: 'dark' } },
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(forged.status()).toBe(403)
  expect(await storedPreference(request)).toEqual(defaults)
})

test.describe('a save that fails', () => {
  test.use({ expectedMessage: /^Failed to (?:update shop user preference|load resource)/ })

  test('is only logged, and the page keeps what was chosen', async ({ page, request, visit }) => {
    await page.route('**/api/shop/updatePreference', (route) => route.fulfill({ status: 400, body: 'no' }))
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Failed to update shop user preference'),
    )
    await visit(summaryPath())
    await choose(tile(page, 'Gross sales'), 'Pin')
    await logged
    await expect(titlesIn(rowOf(page, 'Pinned'))).toHaveText([...usualPins, 'Gross sales'])
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect((await storedPreference(request)).summary.stats.pins).toEqual([])
  })
})

test('changes of different keys at the same time lose nothing', async ({ request }) => {
  const widgets = ['own.a', 'own.b', 'own.c', 'own.d']
  await Promise.all([
    ...widgets.map((key) => save(request, part({ summary: { stats: { [key]: { size: 2 } } } }))),
    save(request, part({ summary: { stats: { pins: ['woocommerce.aov'] } } })),
    save(request, part({ summary: { channelOrder: ['blended'] } })),
  ])
  const { summary } = await storedPreference(request)
  expect(Object.keys(summary.stats).toSorted()).toEqual([...widgets, 'pins'])
  expect(summary).toMatchObject({ stats: { pins: ['woocommerce.aov'] }, channelOrder: ['blended'] })
})

test.describe('visitors', () => {
  test.use({ isColleague: false, isVisitor: true })

  test('get nothing', async ({ request }) => {
    expect((await request.get(`/api/shop/getPreference?shop=${demoShop.domain}`)).status()).toBe(401)
    expect((await save(request, part({}))).status()).toBe(401)
  })
})

function part(preference: object): object {
  return { shop: demoShop.domain, preference }
}

function save(request: APIRequestContext, data: object): Promise<APIResponse> {
  return request.put('/api/shop/updatePreference', { data })
}
