import { ask, askMetrics, changeText, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { figureOf, tile } from './summary-page.ts'

/** All metrics of a store, as the specification lists them. */
const keys = [
  'trueaov',
  'aov',
  'sales',
  'orders',
  'returns',
  'orderRevenue',
  'newCustomers',
  'grossSales',
  'newCustomerRevenue',
  'paidOrders',
  'taxes',
  'returningCustomerRevenue',
  'saleTaxes',
  'returningCustomers',
  'newCustomerOrders',
  'discounts',
  'unitsSold',
]

const thirtyDaysBefore = { from: shopDay(60), to: shopDay(31) }

test('shows the seventeen store figures with the values of the API', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const [response, metrics] = await Promise.all([
    ask(request, { metrics: keys, ...last30Days() }),
    askMetrics(request, keys),
  ])
  await visit(summaryPath())
  for (const { key, label, unit } of metrics) {
    await expect(tile(page, label), label).toHaveCount(1)
    await expect(figureOf(page, label), label).toHaveText(print(response.totals[key], unit))
  }
  await expect(tile(page, 'True AOV')).toBeVisible()
  await expect(tile(page, 'Orders > $0')).toBeVisible()
})

test('tells for each figure how it changed and from what', async ({ page, request, visit }) => {
  const query = { metrics: keys, ...last30Days(), compare: thirtyDaysBefore }
  const [response, metrics] = await Promise.all([ask(request, query), askMetrics(request, keys)])
  await visit(summaryPath())
  for (const { key, label, unit } of metrics) {
    await expect(tile(page, label), label).toContainText(changeText(response, key))
    await expect(tile(page, label), label).toContainText(`from ${print(response.compare?.totals[key], unit)}`)
  }
  await expect(tile(page, 'Sales')).toContainText(/vs \d+ .*\d{4}/)
})

test('draws the course of the figures of the first row', async ({ page, request, visit }) => {
  const metrics = await askMetrics(request, ['netProfit', 'sales', 'orders', 'blendedAdSpend', 'mer'])
  await visit(summaryPath())
  for (const { label } of metrics) {
    const course = tile(page, label).locator('svg[preserveAspectRatio="none"] path + path').first()
    // Thirty days are thirty points; days without a value are gaps.
    const numbers = (await course.getAttribute('d'))?.match(/-?[\d.]+/g) ?? []
    expect(numbers.length / 2, label).toBeGreaterThan(20)
  }
})

test('the first screen answers how the shop does, and what changed', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(summaryPath())
  const answers = [
    ...['Net profit', 'Sales', 'Orders', 'Blended ad spend', 'MER'].map((label) => figureOf(page, label)),
    page.getByRole('region', { name: 'What changed and why' }).getByText(/^Sales (rose|fell|stayed)/),
  ]
  for (const answer of answers) await expect(answer).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: /^Why\? Sales/ }).click()
  await expect(page.getByRole('dialog', { name: 'Sales', exact: true })).toBeVisible()
})

test('explains a figure with its formula when the button beside its name is pressed', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const { totals } = await ask(request, { metrics: ['sales', 'orderRevenue', 'returns'], ...last30Days() })
  await visit(summaryPath())
  const button = tile(page, 'Sales').getByRole('button', { name: 'About Sales' })
  await button.click()
  const explanation = page.getByRole('dialog', { name: 'Sales', exact: true })
  await expect(explanation).toContainText('Money kept from sales including tax')
  await expect(explanation.getByRole('row', { name: 'Order revenue' })).toContainText(
    print(totals.orderRevenue, 'money'),
  )
  await expect(explanation.getByRole('row', { name: 'Returns' })).toContainText(print(totals.returns, 'money'))
  await expect(explanation.getByRole('row', { name: /Sales/ })).toContainText(print(totals.sales, 'money'))
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  await expect(button).toBeFocused()
})

test('explains a figure by keyboard, and a term of its formula leads to the orders behind', async ({ page, visit }) => {
  await visit(summaryPath())
  await page.getByRole('button', { name: 'About AOV', exact: true }).focus()
  await page.keyboard.press('Enter')
  const explanation = page.getByRole('dialog', { name: 'AOV', exact: true })
  await expect(explanation.getByRole('row', { name: /divided by/ })).toContainText('Orders')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Order revenue', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/open=orderRevenue/)
})

test('says in one sentence what a figure is when the pointer rests on its button', async ({ page, visit }) => {
  await visit(summaryPath())
  await page.getByRole('button', { name: 'About Returns', exact: true }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
})

test('puts any figure into the chart and keeps the choice in the address', async ({ page, request, visit }) => {
  const { totals } = await ask(request, { metrics: ['grossSales'], ...last30Days() })
  await visit(summaryPath())
  await page.getByRole('combobox', { name: 'Metric in the chart' }).selectOption('Gross sales')
  await expect(page).toHaveURL(/\?metric=grossSales$/)
  const chart = tile(page, 'Gross sales over time')
  await expect(chart.getByRole('link', { name: print(totals.grossSales, 'money') })).toBeVisible()
  await page.getByRole('combobox', { name: 'Metric in the chart' }).selectOption('Sales')
  await expect(page).toHaveURL(summaryPath())
})

test('reads every point of the chart by keyboard', async ({ page, request, visit }) => {
  const { series = [], compare } = await ask(request, {
    metrics: ['sales'],
    ...last30Days(),
    interval: 'day',
    compare: thirtyDaysBefore,
  })
  const values = series.map(({ values: { sales } }) => print(sales, 'money'))
  const before = compare?.series?.map(({ values: { sales } }) => print(sales, 'money'))
  await visit(summaryPath())
  const slider = page.getByRole('slider', { name: /^Sales over time/ })
  await slider.focus()
  for (const [key, index] of [
    ['Home', 0],
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['End', 29],
    ['ArrowLeft', 28],
  ] as const) {
    await page.keyboard.press(key)
    await expect(slider).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`: ${values[index]}; before: .*: ${before?.[index]}$`),
    )
  }
  // The arrow keys control the chart now: the period has not changed.
  await expect(page).toHaveURL(summaryPath())
})

test('shows the points of the chart as a table', async ({ page, request, visit }) => {
  const { series = [] } = await ask(request, { metrics: ['sales'], ...last30Days(), interval: 'day' })
  await visit(summaryPath())
  await page.getByText('Show as table').click()
  const table = page.getByRole('region', { name: 'Sales, table' })
  await expect(table.locator('tbody tr')).toHaveCount(series.length)
  const cells = await table.locator('tbody tr td:nth-of-type(1)').allTextContents()
  expect(cells).toEqual(series.map(({ values: { sales } }) => print(sales, 'money')))
})

test('draws weeks instead of days when asked to', async ({ page, request, visit }) => {
  const { series = [] } = await ask(request, { metrics: ['sales'], ...last30Days(), interval: 'week' })
  await visit(summaryPath())
  await page.getByRole('list', { name: 'Length of a point' }).getByRole('link', { name: 'Week' }).click()
  await expect(page).toHaveURL(/interval=week/)
  await expect(page.getByRole('slider', { name: /^Sales over time/ })).toHaveAttribute('max', String(series.length - 1))
})

test('breaks the figure down by any dimension, and the parts belong to the total', async ({ page, request, visit }) => {
  await visit(summaryPath())
  for (const by of ['country', 'gateway', 'customer_class']) {
    const { rows = [], totals } = await ask(request, {
      metrics: ['sales'],
      ...last30Days(),
      dimensions: [by],
      limit: 10,
    })
    await page.getByRole('combobox', { name: 'Break down by' }).selectOption(by)
    const table = page.getByRole('table', { name: /^Sales, / })
    await expect(table.getByRole('row')).toHaveCount(rows.length + 2)
    await expect(table.getByRole('row', { name: 'Total' })).toContainText(print(totals.sales, 'money'))
    const printed = await table.locator('tbody tr td:nth-of-type(1)').allTextContents()
    expect(printed.slice(1)).toEqual(rows.map(({ values: { sales } }) => print(sales, 'money')))
  }
  await expect(page).toHaveURL(/by=customer_class/)
})

test('limits the page to a row of the breakdown, turns the filter round and takes it away', async ({
  page,
  request,
  visit,
}) => {
  const only = async (operator: string) => {
    const filters = [{ dimension: 'country', operator, values: ['AT'] }]
    const { totals } = await ask(request, { metrics: ['sales'], ...last30Days(), filters })
    return print(totals.sales, 'money')
  }
  await visit(summaryPath())
  const all = await figureOf(page, 'Sales').textContent()
  await page
    .getByRole('table', { name: /^Sales, / })
    .getByRole('link', { name: 'Austria' })
    .click()
  await expect(figureOf(page, 'Sales')).toHaveText(await only('is'))
  await page.getByRole('link', { name: 'Country is Austria', exact: true }).click()
  await expect(figureOf(page, 'Sales')).toHaveText(await only('is_not'))
  await page.getByRole('link', { name: 'Remove filter Country is not Austria' }).click()
  await expect(figureOf(page, 'Sales')).toHaveText(all ?? '')
  await expect(page).toHaveURL(summaryPath())
})

test('says why there is nothing and how to see something', async ({ page, visit }) => {
  await visit(summaryPath('?from=2019-01-01&to=2019-01-31'))
  await expect(page.getByRole('heading', { name: 'No orders in this range' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all time' }).click()
  await expect(page).toHaveURL(/range=all/)
  // The breakdown's placeholder has the same name until it is loaded.
  await expect(tile(page, 'Sales').first()).toBeVisible()
  await visit(summaryPath('?f=country:BR'))
  await page.getByRole('link', { name: 'Clear the filters' }).click()
  await expect(page).toHaveURL(summaryPath())
})

test('says how fresh the figures are', async ({ page, visit }) => {
  await visit(summaryPath())
  const store = page.getByRole('region', { name: 'WooCommerce' })
  await expect(store.getByText(/^Updated (just now|\d+ min ago)/)).toBeVisible()
})
