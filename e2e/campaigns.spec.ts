import type { Locator } from '@playwright/test'
import { findBarriers, findBarriersOfLayer, findColourBarriers } from './barriers.ts'
import { adRow, adRows, adsTable, figuresOf } from './campaigns-page.ts'
import { ask, demoShop, last30Days, print, type Reply, shopDay, summaryPath } from './figures.ts'
import { connectStore } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { panel } from './summary-page.ts'

// A picture that the platform has not shown yet.
test.use({ expectedMessage: /the server responded with a status of 404/ })

const whole = summaryPath('/campaigns')
/** Platforms still restate spend of the last days. */
const days = { from: shopDay(33), to: shopDay(4) }
const settled = `from=${days.from}&to=${days.to}`

const spendOf = (rows: Reply['rows'] = []) => rows.map(({ values }) => print(values.adSpend, 'money'))

test('the table is the answer of the API: totals and rows of every level', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const metrics = ['adSpend', 'claimedRevenue']
  for (const [level, dimension] of [
    ['channel', 'channel'],
    ['', 'campaign'],
    ['ad_set', 'ad_set'],
    ['ad', 'ad'],
  ] as const) {
    const query = { metrics, ...days, dimensions: [dimension], limit: 10 }
    const { totals, rows } = await ask(request, query)
    await visit(`${whole}?${settled}${level && `&level=${level}`}`)
    const [total, ...spent] = await figuresOf(page, 'Ad spend')
    expect(total).toBe(print(totals.adSpend, 'money'))
    expect(spent.slice(0, rows?.length)).toEqual(spendOf(rows))
    expect((await figuresOf(page, 'Reported'))[0]).toBe(print(totals.claimedRevenue, 'money'))
  }
})

test('a phone shows two figures beside a name, the pair that rows are sorted by', { tag: '@only-phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { totals } = await ask(request, { metrics: ['claimedRoas', 'claimedCpa'], ...days })
  await visit(`${whole}?${settled}`)
  const total = adsTable(page).locator('thead tr').last().locator('td:visible')
  await expect(total).toHaveCount(2)
  await expect(total.first()).toContainText(`${Number(totals.claimedRoas).toFixed(2)}×`)
  await expect(adRows(page).first().getByRole('rowheader')).toContainText(/Ad spend €/)
  await page.getByText('Sorted by Ad spend').click()
  await page.getByRole('listitem').getByRole('link', { name: 'CPA', exact: true }).click()
  await expect(page).toHaveURL(/sort=-claimedCpa/)
  await expect(total.first()).toContainText(print(totals.claimedCpa, 'money'))
  expect(
    await adsTable(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0)
})

test('what it totals is what the summary says of the same days', async ({ page, request, visit }) => {
  const { totals } = await ask(request, { metrics: ['blendedAdSpend'], ...last30Days() })
  await visit(whole)
  expect((await figuresOf(page, 'Ad spend'))[0]).toBe(print(totals.blendedAdSpend, 'money'))
})

test('rows unfold level by level, and what is unfolded is in the address', async ({ page, request, visit }) => {
  await visit(`${whole}?${settled}&level=channel`)
  const filters = [{ dimension: 'channel', operator: 'is', values: ['metaads'] }]
  const { rows = [] } = await ask(request, {
    metrics: ['adSpend'],
    ...days,
    dimensions: ['campaign'],
    filters,
    limit: 5,
  })
  const meta = adRow(page, 'Meta Ads')
  await meta.getByRole('link', { name: 'Expand Meta Ads' }).click()
  await expect(meta).toHaveAttribute('aria-expanded', 'true')
  const campaigns = adsTable(page).locator('tr[aria-level="2"][data-row]')
  await expect(campaigns.first()).toContainText(print(rows[0]?.values.adSpend, 'money'))
  await campaigns
    .first()
    .getByRole('link', { name: /^Expand / })
    .click()
  await expect(adsTable(page).locator('tr[aria-level="3"][data-row]').first()).toBeVisible()
  await expect(page).toHaveURL(/row=channel:metaads&row=campaign:metaads/)
  await page.reload()
  await expect(adsTable(page).locator('tr[aria-level="3"][data-row]').first()).toBeVisible()
  await adRow(page, 'Meta Ads').getByRole('link', { name: 'Collapse Meta Ads' }).click()
  await expect(adsTable(page).locator('tr[aria-level="2"]')).toHaveCount(0)
})

test('the keyboard walks over rows, unfolds them, opens one and searches', async ({ page, visit }) => {
  await visit(`${whole}?${settled}&level=channel`)
  const first = adRows(page).first()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(adRows(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await expect(adsTable(page).locator('tr[aria-level="2"][data-row]').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(adsTable(page).locator('tr[aria-level="2"][data-row]').first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search names' })).toBeFocused()
})

test('a search keeps rows and leaves the totals, a filter changes both', async ({ page, request, visit }) => {
  const filters = [{ dimension: 'channel', operator: 'is', values: ['googleads'] }]
  const [all, google] = await Promise.all([
    ask(request, { metrics: ['adSpend'], ...days, dimensions: ['campaign'], limit: 1 }),
    ask(request, { metrics: ['adSpend'], ...days, filters }),
  ])
  const name = all.rows?.[0]?.names?.campaign ?? ''
  await visit(`${whole}?${settled}`)
  await page.getByRole('searchbox', { name: 'Search names' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/find=/)
  await expect(adRow(page, name).first()).toBeVisible()
  expect((await figuresOf(page, 'Ad spend'))[0]).toBe(print(all.totals.adSpend, 'money'))
  await visit(`${whole}?${settled}`)
  await page.locator('summary').filter({ hasText: 'Filter' }).click()
  await page.getByRole('region', { name: 'Channel' }).getByRole('link', { name: 'Google Ads' }).click()
  await expect(page).toHaveURL(/f=channel:googleads/)
  await expect(adsTable(page).locator('thead tr').last()).toContainText(print(google.totals.adSpend, 'money'))
  await expect(adsTable(page).getByRole('columnheader', { name: 'Google Ads', exact: true }).first()).toBeVisible()
})

test('claims are counted by the rule that is chosen, in the table, its panel and its file', async ({
  page,
  request,
  visit,
}) => {
  const metrics = ['claimedConversions', 'claimedRevenue']
  const [usual, ruled] = await Promise.all([
    ask(request, { metrics, ...days }),
    ask(request, { metrics, ...days, claims: { metaads: '1d_click' } }),
  ])
  expect(Number(ruled.totals.claimedRevenue)).toBeLessThan(Number(usual.totals.claimedRevenue))
  await visit(`${whole}?${settled}`)
  await page.locator('summary').filter({ hasText: 'Conversion counting' }).click()
  await page.getByRole('region', { name: 'Meta Ads' }).getByRole('link', { name: '1 day after a click' }).click()
  await expect(page).toHaveURL(/claims=metaads:1d_click/)
  const total = adsTable(page).locator('thead tr').last()
  await expect(total).toContainText(print(ruled.totals.claimedRevenue, 'money'))
  await expect(page.getByRole('main')).toContainText('conversions counted by “1 day after a click”')
  const file = await request.get(`${summaryPath('/campaigns.csv')}?${settled}&claims=metaads:1d_click&compare=none`)
  expect(await file.text()).toContain(`,${ruled.totals.claimedRevenue}`)
  await visit(`${whole}?${settled}&claims=metaads:1d_click&place=channel:metaads`)
  await expect(panel(page, 'Meta Ads')).toContainText('counted by “1 day after a click”')
})

test('a search that finds nothing says so, and leads back', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(`${whole}?${settled}&find=nothing-is-called-this`)
  await expect(page.getByText('No names contain “nothing-is-called-this”.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear the search' }).click()
  await expect(adRows(page).first()).toBeVisible()
})

test('columns are chosen, ordered and kept, and reach is of exactly these days', async ({ page, request, visit }) => {
  const query = { metrics: ['adSpend', 'metaads.reach'], ...days, dimensions: ['campaign'] }
  // The query triggers an import from the platform.
  await expect.poll(async () => (await ask(request, query)).totals['metaads.reach'], { timeout: 30_000 }).not.toBeNull()
  const { rows = [] } = await ask(request, query)
  // Without a comparison, whose rows the query above does not include.
  await visit(`${whole}?${settled}&compare=none`)
  const menu = page.locator('details').filter({ has: page.locator('summary', { hasText: 'Columns' }) })
  await menu.locator('summary').click()
  await menu.getByRole('checkbox', { name: /^Ad impressions/ }).check()
  await menu.getByRole('checkbox', { name: /^Meta Ads reach/ }).check()
  await menu.getByRole('checkbox', { name: /^New customers/ }).uncheck()
  await menu.getByRole('button', { name: 'Save columns' }).click()
  const heads = adsTable(page).getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Ad impressions' })).toBeVisible()
  await expect(heads.filter({ hasText: 'New customers' })).toHaveCount(0)
  await page.reload()
  await expect(heads.filter({ hasText: 'Ad impressions' })).toBeVisible()
  const [, ...shown] = await figuresOf(page, 'Meta Ads reach')
  const isOfMeta = ({ dimensions }: (typeof rows)[number]) => dimensions.campaign?.startsWith('metaads/')
  expect(shown).toEqual(rows.map((row) => (isOfMeta(row) ? print(row.values['metaads.reach'], 'count') : '–')))
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: 'Default columns' }).click()
  await expect(heads.filter({ hasText: 'New customers' })).toBeVisible()
})

test('a row opens its days, its set-up and its ads, and the platform itself', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { rows = [] } = await ask(request, { metrics: ['adSpend'], ...days, dimensions: ['campaign'], limit: 1 })
  const [top] = rows
  const name = top?.names?.campaign ?? ''
  await visit(`${whole}?${settled}`)
  await adRow(page, name).first().getByRole('link', { name, exact: true }).click()
  const opened = panel(page, name)
  await expect(opened).toContainText(print(top?.values.adSpend, 'money'))
  await expect(opened.getByRole('region', { name: 'Days' }).getByRole('row')).toHaveCount(31)
  const manager = opened.getByRole('link', { name: /^Open in (Meta|Google|TikTok) Ads$/ })
  await expect(manager).toHaveAttribute('href', /^https:\/\//)
  const closed = page.url()
  expect(closed).toContain('place=campaign')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/place=/)
})

test('the file has the rows of the table, with the same figures', async ({ request }) => {
  const query = { metrics: ['adSpend'], ...days, dimensions: ['ad'], limit: 1000 }
  const { totals, rows = [] } = await ask(request, query)
  const response = await request.get(`${summaryPath('/campaigns.csv')}?${settled}&level=ad&compare=none`)
  expect(response.headers()['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers()['content-disposition']).toContain(`${demoShop.domain} ad ${days.from} to ${days.to}.csv`)
  const [head, total, ...lines] = (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head).toMatch(/^Name,Key,Channel,.*Ad spend \(EUR\),/)
  expect(total).toContain(`,${totals.adSpend},`)
  expect(lines).toHaveLength(rows.length)
})

test('the gallery shows ads with what they cost', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(`${whole}?${settled}&level=creative`)
  const ads = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(ads.first()).toContainText('Ad spend')
  await expect(ads.first()).toContainText(/reported by (Meta|Google|TikTok) Ads/)
})

test('no barriers in the gallery, beside the table and in its menus, in both themes', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visit(`${whole}?level=creative`)
  expect(await findBarriers(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await findColourBarriers(page, 'page')).toEqual([])
  await visit(`${whole}?level=channel&row=channel:metaads`)
  expect(await findBarriers(page)).toEqual([])
  await page.locator('summary').filter({ hasText: 'Columns' }).click()
  expect(await findBarriersOfLayer(page)).toEqual([])
  await visit(`${whole}?place=channel:metaads`)
  expect(await findBarriersOfLayer(page)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('rows unfold, sort, open and are left out again', { tag: '@phone' }, async ({ page }) => {
    await page.goto(`${whole}?${settled}&level=channel`)
    await adRow(page, 'Meta Ads').getByRole('link', { name: 'Expand Meta Ads' }).click()
    await expect(adsTable(page).locator('tr[aria-level="2"][data-row]').first()).toBeVisible()
    // The first pair at 1440 is of revenue; a phone shows returns.
    await adsTable(page).getByRole('link', { name: 'Reported' }).first().click()
    await expect(page).toHaveURL(/sort=-claimed(Revenue|Roas)/)
    await expect(adsTable(page).getByRole('columnheader', { name: 'Reported' }).first()).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await adsTable(page).getByRole('link', { name: 'Meta Ads', exact: true }).click()
    await expect(panel(page, 'Meta Ads')).toBeVisible()
  })

  test('further rows are a page away', async ({ page }) => {
    await page.goto(`${whole}?${settled}&level=ad`)
    const first = await adRows(page).first().getAttribute('data-row')
    await page.getByRole('link', { name: 'Next rows' }).click()
    await expect(adRows(page).first()).not.toHaveAttribute('data-row', first ?? '')
    await page.getByRole('link', { name: 'From the first row' }).click()
    await expect(adRows(page).first()).toHaveAttribute('data-row', first ?? '')
  })
})

test('a shop without an ad platform is shown the ways to one, beside what its orders say', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  const owner = await addOwner('Anna')
  await enter(context, owner)
  await connectStore(context.request, owner.domain, 3)
  await page.goto(`/shop/${owner.domain}/campaigns`)
  for (const name of ['Google Ads', 'Meta Ads', 'TikTok Ads']) {
    const platform = page.getByRole('region', { name, exact: true })
    await expect(platform).toContainText('Not connected')
  }
  await expect(adsTable(page)).toHaveCount(0)
  await page.getByRole('region', { name: 'Meta Ads', exact: true }).getByRole('link', { name: 'Tag its ads' }).click()
  await expect(page).toHaveURL(`/shop/${owner.domain}/tracking/metaads`)
})

test('the campaigns that orders name belong to the total of all orders', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { totals } = await ask(request, { metrics: ['orders', 'orderRevenue'], ...last30Days() })
  await visit(summaryPath('/campaigns'))
  const table = page.getByRole('table', { name: 'Campaigns named on orders' })
  const total = table.getByRole('row', { name: /^Total/ })
  await expect(total).toContainText(print(totals.orders, 'count'))
  await expect(total).toContainText(print(totals.orderRevenue, 'money'))
  // Every order is credited to one row at most.
  expect(await countOrders(table)).toBeLessThanOrEqual(Number(totals.orders))
  await expect(page.getByRole('main')).not.toContainText(/coming soon/i)
})

test('orders by coupon or channel are those of the API, and a row limits the summary', async ({
  page,
  request,
  visit,
}) => {
  const week = { from: shopDay(7), to: shopDay(1) }
  await visit(summaryPath('/campaigns?range=7d'))
  await page.getByRole('navigation', { name: 'Orders by' }).getByRole('link', { name: 'Sales channel' }).click()
  await expect(page).toHaveURL(/range=7d&by=sales_channel|by=sales_channel&range=7d/)
  const { rows = [] } = await ask(request, { metrics: ['orders'], ...week, dimensions: ['sales_channel'], limit: 25 })
  const table = page.getByRole('table', { name: 'Orders by sales channel' })
  await expect(table).toBeVisible()
  const printed = (await countsIn(table)).filter((count) => count > 0)
  const asked = rows.map(({ values }) => Number(values.orders))
  expect(printed.toSorted((a, b) => a - b)).toEqual(asked.toSorted((a, b) => a - b))
  const link = table.locator('tbody th a').first()
  const name = await link.textContent()
  await link.click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*/shop/[^/?]*\\?.*f=sales_channel:`))
  await expect(page.getByRole('link', { name: new RegExp(`^Sales channel is ${name}`, 'i') })).toBeVisible()
})

test('what the store noted puts every order into exactly one row, and says what that is not', {
  tag: '@phone',
}, async ({ page, request, visit }) => {
  const { totals } = await ask(request, { metrics: ['orders', 'orderRevenue'], ...last30Days() })
  await visit(summaryPath('/attributions?tab=store'))
  await expect(page.getByText('Nothing here is attributed by a model', { exact: false })).toBeVisible()
  const table = page.getByRole('table', { name: 'Orders by last visit' })
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText(print(totals.orderRevenue, 'money'))
  expect(await countOrders(table)).toBe(totals.orders)
})

async function countOrders(table: Locator): Promise<number> {
  return (await countsIn(table)).reduce((sum, count) => sum + count, 0)
}

/** The orders of each row below the total. */
async function countsIn(table: Locator): Promise<number[]> {
  const [, ...counts] = await table.locator('tbody tr td:nth-of-type(1)').allTextContents()
  return counts.map((text) => Number(text.replace(',', '')))
}
