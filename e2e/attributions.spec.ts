import { randomBytes, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { addDecimals, parseAmount } from '@tillsight/core'
import { findBarriers } from './barriers.ts'
import { ask, demoShop, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { panel } from './summary-page.ts'

const whole = summaryPath('/attributions')
/** The last model is stored for the person, also across parallel tests: an address that names one is independent of it. */
const usual = `${whole}?model=last_non_direct`

interface CreditResponse {
  readonly rows: readonly { readonly key: string; readonly revenue: string }[]
  readonly not_tracked: { readonly revenue: string }
  readonly totals: { readonly revenue: string }
  readonly closing: { readonly booked: string; readonly credited: string }
}

/** Queries the API for the expected figures. */
async function askCredit(page: Page, query: object): Promise<CreditResponse> {
  const response = await page.request.post(`/api/v1/shops/${demoShop.domain}/attribution/query`, { data: query })
  expect(response.ok(), await response.text()).toBe(true)
  return await response.json()
}

interface CreditedOrders {
  readonly revenue: string
  readonly rows: readonly { readonly order_id: string; readonly order_name: string; readonly placed_at: string }[]
}

/** The orders behind a row, from the API. */
async function askOrders(page: Page, query: object): Promise<CreditedOrders> {
  const response = await page.request.post(`/api/v1/shops/${demoShop.domain}/attribution/rows`, { data: query })
  expect(response.ok(), await response.text()).toBe(true)
  return await response.json()
}

function table(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Attribution by level' })
}

/** A row's printed figure, by its column's heading. */
async function cellOf(page: Page, row: Locator, column: string): Promise<string> {
  // A phone hides most columns, whose figures are in the page all the same.
  const names = await table(page).locator('thead tr:nth-child(2) th').allTextContents()
  const nth = names.findIndex((text) => text.trim() === column)
  return (await row.locator(`td:nth-of-type(${nth}) > span`).first().textContent()) ?? ''
}

const modelMenu = (page: Page) => page.locator('summary').filter({ hasText: 'Model:' })
const total = (page: Page) => table(page).locator('thead tr').last()
const rowNamed = (page: Page, name: string | RegExp) =>
  table(page)
    .locator('tbody tr[data-row]')
    .filter({ has: page.getByRole('rowheader').filter({ hasText: name }) })

test('the table is the answer of the API, and closes to the order revenue of the summary', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  await visit(usual)
  const days = last30Days()
  const [credit, { totals }] = await Promise.all([
    askCredit(page, days),
    ask(request, { metrics: ['orderRevenue'], ...days }),
  ])
  expect(await cellOf(page, total(page), 'Revenue')).toBe(print(credit.totals.revenue, 'money'))
  expect(await cellOf(page, rowNamed(page, 'Unattributed'), 'Revenue')).toBe(print(credit.not_tracked.revenue, 'money'))
  // As amounts: a text has as many digits as it needs.
  const credited = addDecimals([...credit.rows.map(({ revenue }) => revenue), credit.not_tracked.revenue])
  expect(parseAmount(credited)).toBe(parseAmount(credit.totals.revenue))
  expect(parseAmount(credit.closing.booked)).toBe(parseAmount(String(totals.orderRevenue)))
  const closing = page.getByRole('region', { name: 'Check against the summary' })
  await expect(closing).toContainText('Matches exactly')
  await expect(closing).toContainText(print(totals.orderRevenue, 'money'))
})

test.describe('of somebody else', () => {
  // The choice is stored, and applies to all of the person's pages.
  test.use({ isColleague: true })

  test('another model moves credit and leaves the totals, at once and in the address', async ({ page, visit }) => {
    await visit(usual)
    const before = await cellOf(page, total(page), 'Revenue')
    await modelMenu(page).click()
    await page.getByRole('link', { name: /^Linear Every/ }).click()
    await expect(page).toHaveURL(/model=linear_all/)
    await expect(modelMenu(page)).toHaveText('Model: Linear')
    await expect(table(page).getByRole('columnheader', { name: /Attributed by “Linear”/ })).toBeVisible()
    const { rows } = await askCredit(page, { ...last30Days(), model: 'linear_all' })
    const first = table(page).locator('tbody tr[data-row]').first()
    expect(await cellOf(page, first, 'Revenue')).toBe(print(rows[0]?.revenue ?? null, 'money'))
    expect(await cellOf(page, total(page), 'Revenue')).toBe(before)
    // It is stored, and an address that names another model still overrides it.
    await expect(async () => {
      await page.goto(whole)
      await expect(modelMenu(page)).toHaveText('Model: Linear', { timeout: 1000 })
    }).toPass()
    await page.goto(usual)
    await expect(modelMenu(page)).toHaveText('Model: Last non-direct click')
  })
})

test('windows and settings are links, and each is in the address', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  await visit(whole)
  await page.locator('summary').filter({ hasText: 'Window: 28-day click' }).click()
  await page.getByRole('region', { name: 'Clicks and visits' }).getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/clicks=7/)
  await expect(page.locator('summary').filter({ hasText: '7-day click, 1-day view' })).toBeVisible()
  await page.locator('summary').filter({ hasText: 'Settings' }).click()
  await page
    .getByRole('region', { name: 'Date by' })
    .getByRole('link', { name: /Click date/ })
    .click()
  await expect(page).toHaveURL(/clicks=7&dates=touch/)
  await expect(page.getByText(/Not final since/).first()).toBeVisible()
  await page.locator('summary').filter({ hasText: 'Settings' }).click()
  await page
    .getByRole('region', { name: 'Refunds by' })
    .getByRole('link', { name: /Refund date/ })
    .click()
  await expect(page).toHaveURL(/dates=touch&refunds=own/)
  const closing = page.getByRole('region', { name: 'Check against the summary' })
  const { totals } = await ask(request, { metrics: ['returns'], ...last30Days() })
  await expect(closing.getByRole('link', { name: 'Returns in the summary' })).toBeVisible()
  await expect(closing).toContainText(print(totals.returns, 'money'))
})

test('a calculation that takes long says so until its figures are there', async ({ page, visit }) => {
  await visit(usual)
  const held = Promise.withResolvers<void>()
  await page.route(/attributions\.data/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.locator('summary').filter({ hasText: 'Window:' }).click()
  await page.getByRole('region', { name: 'Clicks and visits' }).getByRole('link', { name: '7 days' }).click()
  await expect(page.getByText('Calculating…')).toBeVisible()
  held.resolve()
  await expect(page.getByText('Calculating…')).toBeHidden()
})

test('a figure opens the orders behind it, and an order its journey', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(`${whole}?model=linear_all`)
  const first = table(page).locator('tbody tr[data-row]').first()
  const name = (await first.getByRole('rowheader').getByRole('link').last().textContent()) ?? ''
  const revenue = await cellOf(page, first, 'Revenue')
  await first.getByRole('rowheader').getByRole('link', { name, exact: true }).click()
  const list = panel(page, name)
  await expect(list.getByRole('row', { name: /orders/ }).first()).toContainText(revenue)
  await list.getByRole('link', { name: /^NK-/ }).first().click()
  await expect(page).toHaveURL(/attributions\/orders\//)
  const journey = page.getByRole('dialog')
  await expect(journey.getByRole('heading', { name: 'Touchpoints before the order' })).toBeVisible()
  await expect(journey.getByRole('listitem').first()).toBeVisible()
  await journey.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL(/attributions\?model=linear_all/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('credit that moved leads to the orders that the channel has now', async ({ page, visit }, info) => {
  // A day that no other test uses; a different one for each attempt.
  const day = shopDay(100 + 7 * info.repeatEachIndex + info.retry)
  const asked = { from: day, to: day, model: 'last_non_direct' }
  const { rows } = await askCredit(page, asked)
  const channel = rows.map(({ key }) => key).find((key) => key !== 'sms')
  const [order] = (await askOrders(page, { ...asked, row: { channel } })).rows
  if (!order) throw new Error(`the demo sold nothing on ${day}`)
  // A visit reported late: the last one before the order.
  const visitor = randomBytes(16).toString('hex')
  const placed = Date.parse(order.placed_at)
  const told = { visitor, consent: { analytics_storage: 'granted' }, url: 'https://nordlicht-kontor.example/tee' }
  const events = [
    {
      ...told,
      id: randomUUID(),
      name: 'page_view',
      at: placed - 2000,
      url: `${told.url}?utm_source=sms&utm_medium=sms`,
    },
    { ...told, id: randomUUID(), name: 'purchase', at: placed - 1000, order: order.order_id },
  ]
  const sent = await page.request.post(`/api/v1/shops/${demoShop.domain}/events`, { data: { events } })
  expect(sent.status(), await sent.text()).toBe(202)
  const moved = page.getByRole('row').filter({ hasText: /SMS(?=Visits|Customer|Another)/ })
  await expect(async () => {
    await visit(summaryPath(`/integrations/number-changes?from=${day}&to=${day}`))
    await expect(moved.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const now = await askOrders(page, { ...asked, row: { channel: 'sms' } })
  expect(now.rows.map(({ order_name }) => order_name)).toContain(order.order_name)
  await moved
    .first()
    .getByRole('link', { name: /^\d+ orders?$/ })
    .click()
  const list = panel(page, 'SMS')
  await expect(list.getByRole('link', { name: /^NK-/ })).toHaveText(now.rows.map(({ order_name }) => order_name))
  await expect(list.getByRole('row', { name: /^\d+ orders? / })).toContainText(print(now.revenue, 'money'))
})

test('channels unfold into campaigns whose credit adds up to theirs', async ({ page, visit }) => {
  await visit(`${whole}?model=linear_all`)
  const { rows } = await askCredit(page, {
    ...last30Days(),
    model: 'linear_all',
    level: 'campaign',
    parent: { channel: 'paid_social' },
  })
  expect(rows.length).toBeGreaterThan(0)
  await rowNamed(page, 'Paid social').getByRole('link', { name: 'Expand Paid social' }).click()
  const below = table(page).locator('tbody tr[aria-level="2"][data-row]')
  await expect(below).toHaveCount(rows.length)
  await expect(page).toHaveURL(/row=channel:paid_social/)
  await page.reload()
  await expect(below).toHaveCount(rows.length)
})

test('every part of the page has its say and no barrier', { tag: '@phone' }, async ({ page, visit }) => {
  for (const [tab, heading] of [
    ['models', 'Models side by side'],
    ['claims', 'Four reasons why reported and attributed numbers differ'],
    ['paths', 'Most frequent paths'],
    ['overlap', 'Channel overlap'],
    ['cohorts', 'Customer value by acquisition channel'],
    ['store', 'Orders by last visit'],
  ] as const) {
    await visit(`${whole}?tab=${tab}`)
    await expect(page.getByRole('heading', { name: new RegExp(`^${heading}`) })).toBeVisible()
    expect(await findBarriers(page), tab).toEqual([])
  }
})

test('every channel of the diagram shows its paths, and no order is lost', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit(`${whole}?tab=paths`)
  const diagram = page.getByRole('region', { name: /^Diagram of the paths/ })
  await expect(page.getByRole('heading', { name: /^Most frequent paths/ })).toBeVisible()
  const opener = page.getByRole('button', { name: 'Show diagram' })
  if (await opener.isVisible()) await opener.click()
  const channels = (head: string) => diagram.getByRole('list', { name: head, exact: true }).getByRole('button')
  const ordersOf = async (head: string) =>
    (await channels(head).allTextContents()).reduce(
      (sum, text) => sum + Number(/[\d,]+$/.exec(text)?.[0].replaceAll(',', '')),
      0,
    )
  expect(await channels('First touch').count()).toBeLessThanOrEqual(6)
  expect(await ordersOf('First touch')).toBe(await ordersOf('Order'))
  const first = channels('First touch').first()
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('aria-pressed', 'true')
})

test('the file has the rows of the page', async ({ page, visit }) => {
  await visit(usual)
  const link = page.getByRole('link', { name: 'CSV' })
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  const { rows, totals } = await askCredit(page, last30Days())
  const text = await file.text()
  expect(text).toContain(totals.revenue)
  for (const { revenue } of rows) expect(text).toContain(revenue)
})

test('campaigns have our own credit beside the claims', async ({ page, visit }) => {
  await visit(summaryPath('/campaigns'))
  const ads = page.getByRole('treegrid', { name: 'Ads by level' })
  await expect(ads.getByRole('columnheader', { name: 'Attributed', exact: true }).first()).toBeVisible()
  const { rows } = await askCredit(page, {
    ...last30Days(),
    level: 'campaign',
    filters: { platforms: ['metaads', 'googleads', 'tiktokads'] },
    limit: 1000,
  })
  const own = addDecimals(['0', ...rows.map(({ revenue }) => revenue)])
  await expect(ads.locator('thead tr').last()).toContainText(print(own, 'money'))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the table, its models and the orders behind it are there', async ({ page }) => {
    await page.goto(`${whole}?model=linear_all`)
    await expect(table(page).getByRole('row', { name: /^Total/ })).toBeVisible()
    await modelMenu(page).click()
    await page.getByRole('link', { name: /^First click/ }).click()
    await expect(page).toHaveURL(/model=first_click/)
    await expect(table(page).getByRole('columnheader', { name: /Attributed by “First click”/ })).toBeVisible()
    await rowNamed(page, 'Unattributed').getByRole('rowheader').getByRole('link').last().click()
    await expect(page.getByRole('heading', { name: 'Unattributed' })).toBeVisible()
  })
})
