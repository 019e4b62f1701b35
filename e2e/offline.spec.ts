import { summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { figureOf } from './summary-page.ts'

test.use({ expectedMessage: /ERR_INTERNET_DISCONNECTED|status of 503|Failed to fetch|network error/i })

test('without a network the page says so, the next one has a page of its own, and both end with it', {
  tag: '@phone',
}, async ({ page, context, visit }) => {
  await visit(summaryPath())
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const notice = page.getByText('You are offline. Numbers on this page stay as they are until you are back.')
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await expect(figureOf(page, 'Sales')).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toBeHidden()

  await context.setOffline(true)
  const response = await page.goto(summaryPath('/integrations'))
  expect(response?.status()).toBe(503)
  await expect(page).toHaveTitle('You are offline - Tillsight')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(summaryPath('/integrations'))
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
})

test('the product can be installed', async ({ page, request }) => {
  await page.goto('/auth/login')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Tillsight', display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.ok(), src).toBe(true)
    expect((await icon.body()).length, `${src} ${sizes}`).toBeGreaterThan(200)
  }
})
