import type { Page } from '@playwright/test'
import { summaryPath } from './figures.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { tile } from './summary-page.ts'

// Requests are intercepted by the test, not a service worker; the browser logs that.
const blocked = 'Service Worker registration blocked'
test.use({ serviceWorkers: 'block', expectedMessage: new RegExp(blocked) })

test('a newer build is told once, and the next page is loaded whole', async ({ page, visit }) => {
  let asked = 0
  await page.route('**/builds/latest.json', (route) => {
    asked += 1
    return route.fulfill({ json: { id: 'the-next-one', client: 'the-next-one' } })
  })
  await visit(summaryPath())
  const hint = page.getByRole('listitem').filter({ hasText: 'A new version is ready' })
  await expect(hint).toHaveCount(1)
  await expect(hint.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(asked).toBe(1)
  const first = await loadedAt(page)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(hint).toHaveCount(1)
  // Presses that stay on the page are left to the router.
  await tile(page, 'Sales').getByRole('button', { name: 'About Sales' }).click()
  expect(await loadedAt(page)).toBe(first)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All shops' }).click()
  await expect(page).toHaveURL(summaryPath('/hub'))
  expect(await loadedAt(page)).not.toBe(first)
})

test('says nothing while the build is the page’s own, and moves between pages without loading them whole', async ({
  page,
  visit,
}) => {
  const answered = page.waitForResponse('**/builds/latest.json')
  await visit(summaryPath())
  const build = await (await answered).json()
  expect(Object.keys(build)).toEqual(expect.arrayContaining(['id']))
  const meta = await page.request.get(`/builds/meta/${build.id}.json`)
  expect(await meta.json()).toMatchObject({ id: build.id })
  const first = await loadedAt(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All shops' }).click()
  await expect(page).toHaveURL(summaryPath('/hub'))
  await expect(page.getByText('A new version is ready')).toHaveCount(0)
  expect(await loadedAt(page)).toBe(first)
})

test.describe('a piece of code that is gone', () => {
  // Until the new page is loaded, the old one logs missing chunks.
  test.use({ expectedMessage: new RegExp(`${blocked}|net::ERR_FAILED|dynamically imported module|of undefined`) })

  test('loads the page anew, once', async ({ page, visit }) => {
    let tries = 0
    await page.route('**/assets/widget-menu-*.js', (route) => {
      tries += 1
      return route.abort()
    })
    await visit(summaryPath())
    const first = await loadedAt(page)
    const press = () => tile(page, 'Sales').getByRole('button', { name: 'Menu of Sales' }).press('Enter')
    await press()
    await expect.poll(() => loadedAt(page).catch(() => first)).not.toBe(first)
    await waitUntilAlive(page)
    const second = await loadedAt(page)
    await press()
    await expect(page.getByText('Part of this page didn’t load', { exact: false })).toBeVisible()
    expect(await loadedAt(page)).toBe(second)
    expect(tries).toBeGreaterThanOrEqual(2)
  })
})

test.describe('the code of another page that is gone', () => {
  test.use({
    expectedMessage: new RegExp(`${blocked}|net::ERR_FAILED|dynamically imported module|Error loading route module`),
  })

  test('loads that page whole, and says what is missing where that was a moment ago', async ({ page, visit }) => {
    await visit(summaryPath())
    const first = await loadedAt(page)
    // The server has a newer build: chunks of the open page are gone, those of a newly loaded page exist.
    let isGone = true
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isGone = false
    })
    await page.route('**/assets/*-route-*.js', (route) => (isGone ? route.abort() : route.fallback()))
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
    await link('All shops').click()
    await expect(page).toHaveURL(summaryPath('/hub'))
    await expect.poll(() => loadedAt(page).catch(() => first)).not.toBe(first)
    await waitUntilAlive(page)
    await expect(page.getByRole('heading', { level: 1, name: 'All shops' })).toBeVisible()
    const second = await loadedAt(page)
    isGone = true
    await link('Campaigns').click()
    const notice = page.getByRole('listitem').filter({ hasText: 'Part of this page didn’t load' })
    await expect(notice).toBeVisible()
    expect(await loadedAt(page)).toBe(second)
    await notice.getByRole('button', { name: 'Reload' }).click()
    await expect(page).toHaveURL(summaryPath('/campaigns'))
  })
})

/** Unique for each document. */
async function loadedAt(page: Page): Promise<number> {
  return await page.evaluate(() => performance.timeOrigin)
}
