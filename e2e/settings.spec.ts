import type { Locator, Page } from '@playwright/test'
import { ask, last30Days, summaryPath } from './figures.ts'
import { connectStore, countOrders } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { figureOf } from './summary-page.ts'

test.describe('of a shop of one’s own', () => {
  // The browser logs a rejected form with such a status.
  test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 400/ })

  test('what counts is changed, and past figures follow', async ({ page, visit }) => {
    const owner = await addOwner('Ronja')
    await enter(page.context(), owner)
    await connectStore(page.request, owner.domain, 3)
    await visit(`/shop/${owner.domain}/settings`)
    const form = card(page, 'Order rules')
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await form.getByLabel('Excluded statuses').fill('completed')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The order rules are saved.')).toBeVisible()
    await expect.poll(() => countOrders(page.request, owner.domain), { timeout: 40_000 }).toBe(0)
    await page.reload()
    await expect(form.getByLabel('Excluded statuses')).toHaveValue('completed')
    await expect(page.getByText('You can leave this page. The update continues.')).toHaveCount(0)
  })

  test('what is refused says so beside its field, and nothing typed is lost', async ({ page, visit }) => {
    const owner = await addOwner('Silas')
    await enter(page.context(), owner)
    await visit(`/shop/${owner.domain}/settings`)
    const form = card(page, 'Shop')
    await form.getByLabel('Name').fill('   ')
    await form.getByLabel('First day of the week').selectOption('Sunday')
    await form.getByRole('button', { name: 'Save' }).click()
    const name = form.getByLabel('Name')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription(/./)
    await expect(name).toBeFocused()
    await expect(form.getByLabel('First day of the week')).toHaveValue('7')
    await name.fill('Silas’ Laden')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop’s settings are saved.')).toBeVisible()
    await expect(page.getByText('How Silas’ Laden is calculated', { exact: false })).toBeVisible()
    await expect(form.getByLabel('First day of the week')).toHaveValue('7')
  })

  test('leaving with unsaved changes asks first', async ({ page, visit }) => {
    const owner = await addOwner('Uwe')
    await enter(page.context(), owner)
    await visit(`/shop/${owner.domain}/settings`)
    await card(page, 'Shop').getByLabel('Name').fill('Something else')
    await page.getByRole('link', { name: 'Plan', exact: true }).click()
    const query = page.getByRole('dialog', { name: 'Leave without saving?' })
    await query.getByRole('button', { name: 'Stay' }).click()
    await expect(card(page, 'Shop').getByLabel('Name')).toHaveValue('Something else')
    await page.getByRole('link', { name: 'Plan', exact: true }).click()
    await query.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plan' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Usage' })).toContainText('Orders stored')
  })
})

test.describe('of an analyst', () => {
  test.use({ isColleague: true })

  test('the shop’s can be read and not changed, whatever is sent', async ({ page, visit }) => {
    await visit(summaryPath('/settings'))
    await expect(page.getByText('Your role can view the shop’s settings but not change them.')).toBeVisible()
    await expect(card(page, 'Shop').getByLabel('Name')).toBeDisabled()
    await expect(card(page, 'Shop').getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(card(page, 'Order rules').getByLabel('Excluded statuses')).toBeDisabled()
    const form = { intent: 'shop', name: 'Taken over', zone: 'UTC', weekStartsOn: '1', ratioBasis: 'sales' }
    const response = await page.request.post(summaryPath('/settings?index'), { form, maxRedirects: 0 })
    expect(response.status()).toBe(403)
    await page.reload()
    await expect(card(page, 'Shop').getByLabel('Name')).not.toHaveValue('Taken over')
  })

  test('one’s own currency, decimals and number format are those of every figure', async ({ page, request, visit }) => {
    const { totals } = await ask(request, { metrics: ['sales'], ...last30Days(), currency: 'CHF' })
    await visit(summaryPath('/settings'))
    const form = card(page, 'Your preferences')
    await form.getByLabel('Display currency').selectOption('CHF')
    await form.getByLabel('Decimals of amounts').selectOption('0')
    await form.getByLabel('Numbers').selectOption('de-DE')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your preferences are saved.')).toBeVisible()
    const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'CHF', maximumFractionDigits: 0 })
    await visit(summaryPath())
    await expect(figureOf(page, 'Sales')).toHaveText(format.format(Number(totals.sales)))
  })
})

/** A settings form, by its title. */
function card(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}
