// What an owner of a shop does on a phone: each task begins at the summary and ends within so many taps. Typing is free.
import type { Locator, Page } from '@playwright/test'
import { adRows, adsTable } from './campaigns-page.ts'
import { ask, changeText, demoShop, last30Days, print, shopDay, summaryPath } from './figures.ts'
import { navigation } from './frame.ts'
import { connectStore } from './own-store.ts'
import { addOwner, enter, newAddress } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { daysButton, daysMenu, figureOf, panel, tile } from './summary-page.ts'
import type { FixtureStore } from './trial-store.ts'

/** A thumb that presses at most so often. */
function thumb(most: number): (target: Locator) => Promise<void> {
  let taps = 0
  return async (target) => {
    taps += 1
    expect(taps, 'taps').toBeLessThanOrEqual(most)
    await target.tap()
  }
}

test.describe('of the demo shop', { tag: '@only-phone' }, () => {
  test.use({ isColleague: true })

  test('sales of yesterday against the day before: 2 taps', async ({ page, request, visit }) => {
    const tap = thumb(2)
    const [day, before] = [shopDay(1), shopDay(2)]
    const response = await ask(request, {
      metrics: ['sales'],
      from: day,
      to: day,
      compare: { from: before, to: before },
    })
    await visit(summaryPath())
    await tap(daysButton(page))
    await tap(daysMenu(page).getByRole('link', { name: 'Yesterday' }))
    await expect(figureOf(page, 'Sales')).toHaveText(print(response.totals.sales, 'money'))
    await expect(figureOf(page, 'Sales')).toBeInViewport()
    await expect(tile(page, 'Sales')).toContainText(changeText(response, 'sales'))
  })

  test('the worst campaign by attributed ROAS: 3 taps', async ({ page, visit }) => {
    const tap = thumb(3)
    await visit(summaryPath())
    await tap(navigation(page).getByRole('link', { name: 'Campaigns' }))
    const attributed = adsTable(page).getByRole('columnheader', { name: 'Attributed', exact: true })
    await tap(attributed.getByRole('link'))
    await expect(attributed).toHaveAttribute('aria-sort', 'descending')
    await tap(attributed.getByRole('link'))
    await expect(attributed).toHaveAttribute('aria-sort', 'ascending')
    await expect(adsTable(page).getByRole('columnheader', { name: /^ROAS/ })).toBeVisible()
    const returns = async () => {
      const texts = await adRows(page).evaluateAll((rows) =>
        rows.map((row) => {
          const shown = [...row.querySelectorAll('td')].findLast((cell) => cell.checkVisibility())
          return shown?.querySelector('span')?.textContent ?? ''
        }),
      )
      return texts.map((text) => Number.parseFloat(text)).filter((value) => !Number.isNaN(value))
    }
    await expect.poll(async () => (await returns()).length).toBeGreaterThan(5)
    const shown = await returns()
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    await expect(adRows(page).first()).toBeInViewport()
  })

  test('revenue by channel: 1 tap', async ({ page, request, visit }) => {
    const tap = thumb(1)
    const response = await request.post(`/api/v1/shops/${demoShop.domain}/attribution/query`, { data: last30Days() })
    const { rows }: { readonly rows: readonly { readonly revenue: string }[] } = await response.json()
    await visit(summaryPath())
    await tap(navigation(page).getByRole('link', { name: 'Attribution' }))
    const channels = channelTable(page)
    for (const { revenue } of rows.slice(0, 6))
      await expect(channels.getByText(print(revenue, 'money')).filter({ visible: true }).first()).toBeVisible()
  })

  test('the orders behind Paid social: 3 taps', async ({ page, visit }) => {
    const tap = thumb(3)
    await visit(summaryPath())
    await tap(navigation(page).getByRole('link', { name: 'Attribution' }))
    await tap(channelTable(page).getByRole('link', { name: 'Paid social', exact: true }))
    await expect(panel(page, 'Paid social').getByRole('link', { name: /^NK-/ }).first()).toBeVisible()
  })

  test('days of one’s own by keyboard: 12 keys', async ({ page, request, visit }) => {
    const range = { from: shopDay(50), to: shopDay(41) }
    const { totals } = await ask(request, { metrics: ['sales'], ...range })
    let keys = 0
    const press = async (key: string) => {
      keys += 1
      expect(keys, 'keys').toBeLessThanOrEqual(12)
      await page.keyboard.press(key)
    }
    const typeInto = async (label: string, day: string) => {
      const field = daysMenu(page).getByLabel(label)
      while (!(await field.evaluate((element) => element === document.activeElement))) await press('Tab')
      await page.keyboard.type(day)
    }
    await visit(summaryPath())
    await press('c')
    await expect(daysMenu(page).getByRole('link', { name: 'Today' })).toBeFocused()
    await press('c')
    await expect(daysMenu(page).getByRole('heading', { name: 'Custom days' })).toBeFocused()
    await typeInto('First day', range.from)
    await typeInto('Last day', range.to)
    await press('Enter')
    await expect(page).toHaveURL(summaryPath(`?from=${range.from}&to=${range.to}`))
    await expect(figureOf(page, 'Sales')).toHaveText(print(totals.sales, 'money'))
  })

  test('German, with its numbers: 4 taps', async ({ page, request, visit }) => {
    const tap = thumb(4)
    const { totals } = await ask(request, { metrics: ['sales'], ...last30Days() })
    await visit(summaryPath())
    await tap(accountMenu(page))
    await tap(page.locator('summary').filter({ hasText: 'Language:', visible: true }))
    await tap(page.getByRole('button', { name: 'Deutsch' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
    const format = new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' })
    await expect(figureOf(page, 'Umsatz')).toHaveText(format.format(Number(totals.sales)))
  })
})

test.describe('of one’s own shop', { tag: '@only-phone' }, () => {
  // The simulated store has no icon, and the browser trusts the certificate of the tests for pages, not for workers.
  test.use({
    isVisitor: true,
    expectedMessage: /the server responded with a status of 404|^An SSL certificate error occurred when fetching the/,
  })

  test('why a past day changed: 4 taps', async ({ page, visit }) => {
    test.slow()
    const tap = thumb(4)
    const { domain, store } = await openShop(page)
    await expect.poll(() => store.fake.webhooks.list().length, { timeout: 40_000 }).toBeGreaterThan(0)
    // What comes with the history itself moves no past day.
    await isUpToDate(page, visit, domain)
    // Refunded two days ago; the store says so only now.
    store.fake.store.refundOrder(5004, { at: new Date(Date.now() - 2 * 86_400_000).toISOString() })
    store.fake.store.updateOrder(5004, {})
    await store.fake.deliverWebhooks()
    const pastReturns = async () => {
      const { totals } = await ask(page.request, { metrics: ['returns'], from: shopDay(3), to: shopDay(1) }, domain)
      return Number(totals.returns)
    }
    await expect.poll(pastReturns, { timeout: 40_000 }).not.toBe(0)
    const reason = panel(page, 'Sales')
      .getByRole('listitem')
      .filter({ hasText: /late refund of .*5004/ })
    // What moved past days is written down a little after the figures.
    await expect(async () => {
      await visit(`/shop/${domain}?open=sales`)
      await expect(reason).toContainText('€23.80', { timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    await visit(`/shop/${domain}`)
    await tap(tile(page, 'Sales').getByRole('link'))
    await expect(reason).toContainText('€23.80')
    await tap(reason.getByRole('link'))
    await expect(panel(page, /^Order .*5004/)).toBeVisible()
  })

  test('a connection that has lost its access: 3 taps', async ({ page, visit }) => {
    test.slow()
    const tap = thumb(3)
    const { domain, store } = await openShop(page)
    store.fake.keys.delete(store.key)
    await visit(`/shop/${domain}/integrations`)
    await page.getByRole('button', { name: 'Sync now' }).click()
    await expect(page.getByRole('region', { name: /^WooCommerce/ })).toContainText('Approve again in your store', {
      timeout: 40_000,
    })
    await signInToStore(page, store)
    await visit(`/shop/${domain}`)
    await tap(page.getByRole('main').getByRole('link', { name: 'Look at it' }).first())
    await tap(page.getByRole('button', { name: 'Approve again in your store' }))
    await tap(page.getByRole('link', { name: 'Approve' }))
    await page.waitForURL(/\/integrations\?connected=woocommerce/)
    await isUpToDate(page, visit, domain)
  })

  test('a colleague is invited: 4 taps', async ({ page, visit }) => {
    const tap = thumb(4)
    const owner = await addOwner('Inka')
    await enter(page.context(), owner)
    const email = newAddress('jo')
    await visit(`/shop/${owner.domain}`)
    await tap(accountMenu(page))
    await tap(page.getByRole('link', { name: 'Members' }).filter({ visible: true }))
    await tap(page.getByRole('textbox', { name: 'Email address' }))
    await page.keyboard.type(email)
    await tap(page.getByRole('button', { name: 'Send invitation' }))
    await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(email)
  })

  test('the cost of a product, the first one and one more: 4 taps', async ({ page, visit }) => {
    const { domain } = await openShop(page)
    const enterCost = async (tap: ReturnType<typeof thumb>, cost: string) => {
      const field = page.getByRole('textbox', { name: /^Cost per item of/ }).first()
      await tap(field)
      await field.fill(cost)
      await tap(page.getByRole('button', { name: 'Save costs' }))
      await expect(page.getByRole('status').filter({ hasText: /^Saved\./ })).toBeVisible()
    }
    const first = thumb(4)
    await visit(`/shop/${domain}`)
    await first(page.getByRole('link', { name: /^Add costs/ }))
    const tabs = page.getByRole('main').getByRole('navigation', { name: 'Costs' })
    await first(tabs.getByRole('link', { name: 'Product costs' }))
    await enterCost(first, '7')
    const further = thumb(4)
    await visit(`/shop/${domain}`)
    await further(page.getByRole('button', { name: 'Search', exact: true }).filter({ visible: true }))
    await page.getByRole('dialog').getByRole('combobox').fill('product costs')
    await further(page.getByRole('option', { name: 'Product costs' }).first())
    await enterCost(further, '8')
  })
})

function channelTable(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Attribution by level' })
}

function accountMenu(page: Page): Locator {
  return page.locator('summary').filter({ hasText: 'Your account:', visible: true })
}

/** Waits until the store was read after what has just happened. */
async function isUpToDate(page: Page, visit: (path: string) => Promise<void>, domain: string): Promise<void> {
  await expect(async () => {
    await visit(`/shop/${domain}/integrations`)
    await expect(page.getByRole('region', { name: /^WooCommerce/ })).toContainText('Up to date', { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}

/** A shop with orders of a store, as its owner. */
async function openShop(page: Page): Promise<{ readonly domain: string; readonly store: FixtureStore }> {
  const { domain, ...owner } = await addOwner('Thea')
  await enter(page.context(), owner)
  return { domain, store: await connectStore(page.request, domain, 6) }
}

/** Merchants are signed in to their store on their own phone. */
async function signInToStore(page: Page, { url, login }: FixtureStore): Promise<void> {
  const application = new URLSearchParams({
    app_name: 'Tillsight',
    user_id: '1',
    return_url: url,
    callback_url: findProduct().secureAddress,
    scope: 'read',
  })
  const response = await page.request.post(`${url}/wc-auth/v1/login?${application}`, {
    form: { username: login.user, password: login.password },
  })
  expect(response.ok()).toBe(true)
}
