import type { Locator, Page } from '@playwright/test'
import { ask, demoShop, last30Days, print, summaryPath, toCents } from './figures.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { secondShop } from './second-shop.ts'

const shops = [demoShop, secondShop]

test('shows the shops side by side with the figures of the API, and their sum', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  await visit(summaryPath('/hub'))
  for (const { domain, name, zone } of shops) {
    const query = { metrics: ['sales', 'orders', 'aov'], ...last30Days(zone), currency: 'EUR' }
    const { totals } = await ask(request, query, domain)
    const card = cardOf(page, name)
    await expect(figure(card, 'Sales'), name).toHaveText(print(totals.sales, 'money'))
    await expect(figure(card, 'Orders'), name).toHaveText(print(totals.orders, 'count'))
    await expect(figure(card, 'AOV'), name).toHaveText(print(totals.aov, 'money'))
    // Products without a cost are reported once the product has checked the shop, four times an hour, and what its store counts
    // otherwise once both were compared, if that was in the last days: the demo's history ends with today.
    const data = card.getByRole('list', { name: 'Data status' })
    await expect(data).toContainText(/History complete|without a known cost|report differs/)
  }
  const total = page.getByRole('region', { name: 'In total' })
  for (const label of ['Sales', 'Orders', 'New customers']) {
    const parts = await valuesOf(page.getByRole('region', { name: 'Side by side' }), label).allTextContents()
    const sum = parts.reduce((all, text) => all + toCents(text), 0)
    // Every shop is rounded to the cent, the total only once.
    const apart = Math.abs(toCents((await figure(total, label).textContent()) ?? '') - sum)
    expect(apart, label).toBeLessThanOrEqual(label === 'Sales' ? Math.ceil(parts.length / 2) : 0)
  }
  await page.getByRole('link', { name: secondShop.name }).click()
  await expect(page).toHaveURL(`/shop/${secondShop.domain}`)
})

test('turns everything into another currency, and keeps it in the address', async ({ page, request, visit }) => {
  await visit(summaryPath('/hub'))
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('CHF')
  await expect(page).toHaveURL(summaryPath('/hub?currency=CHF'))
  await expect(page.getByRole('region', { name: 'In total' })).toContainText('in CHF')
  for (const { domain, name, zone } of shops) {
    const query = { metrics: ['sales'], ...last30Days(zone), currency: 'CHF' }
    const { totals } = await ask(request, query, domain)
    await expect(figure(cardOf(page, name), 'Sales'), name).toHaveText(print(totals.sales, 'money', 'CHF'))
  }
})

test('says for which shops there is no rate, and leads to a currency that has one', async ({ page, visit }) => {
  await visit(summaryPath('/hub?currency=ISK'))
  const total = page.getByRole('region', { name: 'In total' })
  await expect(total).toContainText(/Without .*no rate from EUR to ISK for \d+ days\./)
  await expect(cardOf(page, demoShop.name)).toContainText('Not in the total')
  await expect(figure(cardOf(page, demoShop.name), 'Sales')).toHaveText('–')
  const todo = page.getByRole('listitem').filter({ hasText: `${demoShop.name}: No rate from EUR to ISK` })
  await todo.getByRole('link', { name: 'Show in EUR' }).click()
  await expect(figure(cardOf(page, demoShop.name), 'Sales')).toHaveText(/^€/)
  await visit(summaryPath('/hub?currency=ZZZ'))
  await expect(page.getByText('ZZZ is not a currency. Amounts are in EUR instead.')).toBeVisible()
})

test.describe('a shop that has just been made', () => {
  test.use({ isVisitor: true })

  test('has nothing to show, and each thing to do leads to its place', async ({ page, visit }) => {
    const owner = await addOwner('Hubert')
    await enter(page.context(), owner)
    await visit(`/shop/${owner.domain}/hub`)
    const todos = page.getByRole('region', { name: 'To do' })
    await expect(todos.getByRole('link', { name: 'Invite someone' })).toHaveAttribute('href', /\/settings\/members$/)
    await expect(cardOf(page, owner.domain)).toContainText('this shop has no data')
    await expect(page.getByRole('region', { name: 'In total' })).not.toContainText('€')
    await todos.getByRole('link', { name: 'Connect the store' }).click()
    await expect(page).toHaveURL(`/shop/${owner.domain}/integrations`)
  })
})

/** The card of a shop. */
function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** The values below a figure's label, one for each list that has it. */
function valuesOf(place: Locator, label: string): Locator {
  return place
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${label}`) })
    .locator('dd:first-of-type')
}

function figure(place: Locator, label: string): Locator {
  return valuesOf(place, label).first()
}
