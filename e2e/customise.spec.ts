import type { Locator, Page } from '@playwright/test'
import { choose, comeBack, openToArrange, rowOf, storedPreference, titlesIn, usualPins } from './arranging.ts'
import { ask, last30Days, print, summaryPath } from './figures.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { figureOf, tile } from './summary-page.ts'

test.use({ isColleague: true })

test('pins a figure from its menu and takes it off again, for good', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  await visit(summaryPath())
  const pinned = titlesIn(rowOf(page, 'Pinned'))
  await expect(pinned).toHaveText(usualPins)
  await choose(tile(page, 'Gross sales'), 'Pin')
  await expect(pinned).toHaveText([...usualPins, 'Gross sales'])
  const pins = async () => (await storedPreference(request)).summary.stats.pins
  await expect.poll(pins).toContain('woocommerce.grossSales')
  await comeBack(page)
  await expect(pinned).toHaveText([...usualPins, 'Gross sales'])
  // Six tiles are in two rows of three; the menu's button keeps the focus.
  await choose(tile(page, 'Sales'), 'Unpin')
  await expect(pinned).toHaveText([...usualPins.filter((name) => name !== 'Sales'), 'Gross sales'])
  await expect(tile(page, 'Sales')).toBeVisible()
  await expect
    .poll(pins)
    .toEqual([
      'blended.netProfit',
      'woocommerce.orders',
      'blended.blendedAdSpend',
      'blended.mer',
      'woocommerce.grossSales',
    ])
})

test('moves a widget by keyboard and says where it is', async ({ page, request }) => {
  await openToArrange(page)
  const pinned = titlesIn(rowOf(page, 'Pinned'))
  const handle = page.getByRole('button', { name: 'Move Sales', exact: true }).first()
  const said = page.locator('[data-moves]')
  await handle.focus()
  await expect(handle).toHaveAccessibleDescription(/^Press Space to lift, arrow keys to move/)
  await page.keyboard.press('Space')
  await expect(said).toHaveText('Sales lifted, position 2 of 5 in Pinned.')
  await page.keyboard.press('ArrowRight')
  await expect(said).toHaveText('Sales, position 3 of 5 in Pinned.')
  await page.keyboard.press('Escape')
  await expect(said).toHaveText('Sales is back where it was.')
  await expect(pinned).toHaveText(usualPins)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(said).toHaveText('Sales dropped, position 4 of 5 in Pinned.')
  await expect(handle).toBeFocused()
  await expect(pinned).toHaveText(['Net profit', 'Orders', 'Blended ad spend', 'Sales', 'MER'])
  await expect.poll(async () => (await storedPreference(request)).summary.stats.pins[3]).toBe('woocommerce.sales')
  await finish(page)
  await comeBack(page)
  await expect(pinned).toHaveText(['Net profit', 'Orders', 'Blended ad spend', 'Sales', 'MER'])
})

test('moves a widget with the pointer, within its row and into another', async ({ page, request }) => {
  await openToArrange(page)
  const pinned = titlesIn(rowOf(page, 'Pinned'))
  await drag(page, { from: handleOf(page, 'MER'), to: tile(page, 'Orders') })
  await expect(pinned).toHaveText(['Net profit', 'Sales', 'MER', 'Orders', 'Blended ad spend'])
  await drag(page, { from: handleOf(page, 'Discounts'), to: tile(page, 'MER') })
  await expect(pinned).toHaveCount(6)
  await expect(pinned.filter({ hasText: 'Discounts' })).toBeVisible()
  await expect.poll(async () => (await storedPreference(request)).summary.stats.pins).toContain('woocommerce.discounts')
})

test('hides a widget, takes it back, hides it again and shows it', async ({ page, request, visit }) => {
  await visit(summaryPath())
  const isHidden = async () => {
    const { stats } = (await storedPreference(request)).summary
    return JSON.stringify(stats['woocommerce.returns'] ?? {})
  }
  await choose(tile(page, 'Returns'), 'Hide')
  await expect(tile(page, 'Returns')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tile(page, 'Returns')).toBeVisible()
  await expect.poll(isHidden).not.toContain('hidden')
  await choose(tile(page, 'Returns'), 'Hide')
  await expect.poll(isHidden).toBe('{"hidden":true}')
  await comeBack(page)
  await expect(tile(page, 'Returns')).toHaveCount(0)
  await page.getByRole('link', { name: 'Customise' }).click()
  const hidden = page.getByRole('region', { name: 'Hidden widgets' })
  await hidden.getByRole('button', { name: 'Show Returns' }).click()
  await expect(tile(page, 'Returns')).toBeVisible()
  await expect(hidden).toContainText('Nothing is hidden.')
})

test('a widget takes other sizes, other kinds and a name of one’s own', async ({ page, request, visit }) => {
  await visit(summaryPath())
  const { totals, series = [] } = await ask(request, { metrics: ['discounts'], ...last30Days(), interval: 'day' })
  const widget = page
    .locator('article')
    .filter({ has: page.getByRole('button', { name: /^Menu of (Discounts|Given)/ }) })
  const widthOf = async () => (await widget.boundingBox())?.width ?? 0
  const before = await widthOf()
  await choose(widget, 'Size', '2 columns')
  await expect.poll(widthOf).toBeGreaterThan(before * 1.8)
  await choose(widget, 'Show as', 'Area')
  const slider = widget.getByRole('slider', { name: /^Discounts over time/ })
  await expect(slider).toHaveAttribute('max', String(series.length - 1))
  await expect(widget.getByRole('link', { name: print(totals.discounts, 'money') })).toBeVisible()
  await choose(widget, 'Settings…')
  const settings = page.getByRole('dialog', { name: 'Settings of Discounts' })
  await settings.getByLabel('Name').fill('Given away')
  await settings.getByText('Number', { exact: true }).click()
  await settings.getByLabel('Size').selectOption('1 column')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings).toBeHidden()
  await expect(figureOf(page, 'Given away')).toHaveText(print(totals.discounts, 'money'))
  await expect
    .poll(async () => (await storedPreference(request)).summary.stats['woocommerce.discounts'])
    .toMatchObject({ title: 'Given away', kind: 'number', size: 1 })
  await comeBack(page)
  await expect(figureOf(page, 'Given away')).toHaveText(print(totals.discounts, 'money'))
})

test('adds a widget with its figure, and removes it with a way back', async ({ page, request }) => {
  const { rows = [], totals } = await ask(request, {
    metrics: ['unitsSold'],
    ...last30Days(),
    dimensions: ['gateway'],
    limit: 5,
  })
  const arranging = await openToArrange(page)
  await arranging.getByRole('button', { name: 'Add widget' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a widget' })
  await expect(adding.getByLabel('Search metrics')).toBeFocused()
  await expect(adding.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await adding.getByLabel('Search metrics').fill('uni sold')
  await adding.getByText('Units sold', { exact: true }).click()
  await adding.getByText('Table', { exact: true }).click()
  await adding.getByLabel('By').selectOption({ label: 'Payment method' })
  await adding.getByLabel('Rows').selectOption('5')
  await expect(adding.getByRole('region', { name: 'Preview' })).toContainText(print(totals.unitsSold, 'count'))
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Units sold is added.', { exact: true })).toBeVisible()
  await finish(page)
  const table = page.getByRole('table', { name: 'Units sold, Payment method' })
  await expect(table.getByRole('row')).toHaveCount(rows.length + 2)
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText(print(totals.unitsSold, 'count'))
  await comeBack(page)
  await choose(page.getByRole('article').filter({ has: table }), 'Remove')
  await expect(table).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table).toBeVisible()
})

test('sections, columns and width are the person’s own, until everything is as at first', async ({ page, request }) => {
  const arranging = await openToArrange(page)
  const layout = async () => (await storedPreference(request)).summary.layout
  await arranging.getByRole('button', { name: 'Move WooCommerce down' }).click()
  await expect
    .poll(async () => (await storedPreference(request)).summary.channelOrder.slice(0, 2))
    .toEqual(['blended', 'woocommerce'])
  await arranging.getByRole('checkbox', { name: 'Show TikTok Ads' }).uncheck()
  await arranging.getByText('3', { exact: true }).click()
  await arranging.getByRole('checkbox', { name: 'Full width' }).check()
  await expect.poll(layout).toMatchObject({ grid: 3, fluid: true })
  await finish(page)
  await comeBack(page)
  await expect(page.getByRole('region', { name: /TikTok Ads/ })).toHaveCount(0)
  const sections = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(sections).toHaveText([
    'Pinned',
    'What changed and why',
    'Blended',
    'WooCommerce',
    'Google Ads',
    'Meta Ads',
  ])
  await expect.poll(() => firstRowOf(rowOf(page, 'Blended'))).toBe(3)
  await openToArrange(page)
  await arranging.getByRole('button', { name: 'Reset to default' }).click()
  await expect.poll(layout).toMatchObject({ grid: 4, fluid: false })
  await expect(arranging.getByRole('checkbox', { name: 'Show TikTok Ads' })).toBeChecked()
  await expect.poll(async () => (await storedPreference(request)).summary).toMatchObject({ channelOrder: [] })
})

test('two tabs agree, and neither loses what the other stored', async ({ page, context, request, visit }) => {
  await visit(summaryPath())
  const other = await context.newPage()
  await other.goto(summaryPath())
  await waitUntilAlive(other)
  await choose(tile(page, 'Gross sales'), 'Pin')
  await expect(titlesIn(rowOf(other, 'Pinned'))).toHaveText([...usualPins, 'Gross sales'])
  await Promise.all([choose(tile(page, 'Discounts'), 'Show as', 'Line'), choose(tile(other, 'Returns'), 'Hide')])
  await expect
    .poll(async () => (await storedPreference(request)).summary.stats)
    .toMatchObject({
      'woocommerce.discounts': { kind: 'line' },
      'woocommerce.returns': { hidden: true },
      pins: expect.arrayContaining(['woocommerce.grossSales']),
    })
  await expect(tile(page, 'Returns')).toHaveCount(0)
  await expect(other.getByRole('slider', { name: /^Discounts over time/ })).toBeVisible()
})

async function finish(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await expect(page).toHaveURL(summaryPath())
}

function handleOf(page: Page, label: string): Locator {
  return page.getByRole('button', { name: `Move ${label}`, exact: true })
}

/** Drags like a person: press, move a little, move on, release. */
async function drag(page: Page, { from, to }: { readonly from: Locator; readonly to: Locator }): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  await from.hover()
  await page.mouse.down()
  const target = await to.boundingBox()
  if (!target) throw new Error('There is nothing to drag it to.')
  const [x, y] = [target.x + target.width / 2, target.y + target.height / 2]
  await page.mouse.move(x - 20, y, { steps: 8 })
  await page.mouse.move(x, y, { steps: 2 })
  await page.mouse.up()
}

/** Number of widgets side by side at the top of a row. */
async function firstRowOf(row: Locator): Promise<number> {
  const tops = await row.getByRole('article').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  return tops.filter((top) => top === tops[0]).length
}
