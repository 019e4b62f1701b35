import type { Locator, Page } from '@playwright/test'
import { connectStore } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true })

test('the guide gives this installation’s addresses, and its check says what is still wrong', async ({
  page,
  visit,
}) => {
  const owner = await addOwner('Gunda')
  await enter(page.context(), owner)
  await visit(`/shop/${owner.domain}/setup/integrations`)
  const platform = page.getByRole('region', { name: /^WooCommerce/ })
  await platform.getByRole('link', { name: /^How to set this up/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/How to set up WooCommerce$/)
  await expect(page.getByText(/^https:\/\/localhost:\d+\/connect\/callback\/woocommerce$/)).toBeVisible()

  // The tested product is reachable from its own machine only.
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(found(page)).toContainText('One thing needs fixing.')
  await expect(finding(page, 'localhost leads into your own network')).toHaveAttribute('data-state', 'wrong')

  await connectStore(page.request, owner.domain, 2)
  await page.getByRole('link', { name: 'With an API key' }).click()
  await expect(found(page).getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(found(page)).toContainText('Nothing needs fixing.')
  await expect(finding(page, 'The store accepts the key')).toHaveAttribute('data-state', 'ok')
})

test('every step has its drawing, and nothing of the server stands among a merchant’s steps', async ({
  page,
  visit,
}) => {
  const owner = await addOwner('Greta')
  await enter(page.context(), owner)
  for (const platform of ['woocommerce', 'shopify', 'metaads', 'googleads', 'tiktokads']) {
    await visit(`/shop/${owner.domain}/setup/guide/${platform}`)
    const ways = page.getByRole('navigation', { name: 'Connection methods' }).getByRole('link')
    for (let way = 0; way < (await ways.count()); way += 1) {
      await ways.nth(way).click()
      await expect(ways.nth(way)).toHaveAttribute('aria-current', 'page')
      const steps = page.getByRole('region', { name: await ways.nth(way).innerText() }).getByRole('listitem')
      await expect(steps.locator('svg')).toHaveCount(await steps.count())
      await expect(page.getByRole('main')).not.toContainText(/[A-Z]+_[A-Z]/)
    }
  }
  await page.getByRole('link', { name: /^Approving on screen/ }).click()
  await page.getByRole('link', { name: 'For your server administrator' }).click()
  await expect(page.getByRole('main')).toContainText('TIKTOK_APP_ID')
  await expect(page).toHaveURL(/view=installer/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the check works as well, and keeps what was typed', async ({ page }) => {
    const owner = await addOwner('Gerlinde')
    await enter(page.context(), owner)
    await page.goto(`/shop/${owner.domain}/setup/guide/shopify?way=own-app`)
    await page.getByLabel('Name of the shop').fill('not a shop')
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(finding(page, '“not a shop” is not the name of a Shopify shop')).toBeVisible()
    await expect(page.getByLabel('Name of the shop')).toHaveValue('not a shop')
    await expect(page.getByRole('link', { name: /^An app of your own/ })).toHaveAttribute('aria-current', 'page')
  })
})

function found(page: Page): Locator {
  return page.getByRole('region', { name: 'Check your setup' })
}

function finding(page: Page, title: string): Locator {
  return found(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
}
