import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { summaryPath } from './figures.ts'
import { addOwner, enter } from './people.ts'
import { test as shopTest } from './pixel-shop.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { noState } from './signed-in.ts'

const tracking = (search = '') => summaryPath(`/tracking${search}`)

test('the plug-in is made for the shop, with its key and the choice about consent', async ({ page, visit }) => {
  await visit(tracking())
  await expect(page.getByRole('link', { name: 'WooCommerce', exact: true })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'No consent needed' }).click()
  // The address changes before the page does.
  await expect(page.getByRole('link', { name: 'No consent needed' })).toHaveAttribute('aria-current', 'true')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'WooCommerce plugin' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('tillsight-woocommerce.zip')
  const files = Object.entries(unzipSync(await readFile(await download.path())))
  const textOf = (name: RegExp) => strFromU8(files.find(([path]) => name.test(path))?.[1] ?? new Uint8Array())
  await page.getByRole('link', { name: 'Other platform' }).click()
  await expect(page.getByRole('link', { name: 'Other platform' })).toHaveAttribute('aria-current', 'true')
  const snippet = await page.getByText('<script defer').textContent()
  const key = /data-key="(tk_[0-9a-f]+)"/.exec(snippet ?? '')?.[1]
  expect(snippet).toContain('data-consent="granted"')
  expect(textOf(/store-\w+\.php$/)).toContain(`const KEY = '${key}';`)
  expect(textOf(/store-\w+\.php$/)).toContain("const CONSENT = 'granted';")
  expect(textOf(/app\.js$/).length).toBeGreaterThan(3000)
})

test.describe('what is pasted into Shopify', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('is copied whole', async ({ page, visit }) => {
    await visit(tracking('?on=shopify'))
    await page.getByRole('button', { name: 'Copy Custom pixel' }).click()
    const code = await page.evaluate(() => navigator.clipboard.readText())
    expect(code).toMatch(/follow\(\{ analytics, browser, init, customerPrivacy: api\.customerPrivacy \}, \{ key: 'tk_/)
    await page.getByRole('button', { name: 'Copy Cart snippet' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("cart.attributes['_tillsight_visitor']")
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('kinds of shops can be chosen, and the days stay', async ({ page }) => {
    await page.goto(tracking('?range=7d&on=other'))
    await page.getByRole('link', { name: 'Shopify', exact: true }).click()
    await expect(page.getByText('Add a custom pixel')).toBeVisible()
    await expect(page).toHaveURL(/range=7d/)
  })
})

shopTest.describe('a shop of one’s own', () => {
  // A headless user agent is classified as a bot, and bots are not counted.
  shopTest.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  })

  shopTest(
    'what its pages tell is heard, is seen live, and follows the shop’s rules of channels',
    async ({ page, shop, browser }) => {
      const owner = await addOwner('Pia')
      const context = await browser.newContext({ storageState: noState })
      await enter(context, owner)
      const own = await context.newPage()
      await own.goto(`${findProduct().address}/shop/${owner.domain}/tracking?on=other&consent=granted`)
      await expect(own.getByText('No events yet')).toBeVisible()
      const snippet = await own.getByText('<script defer').textContent()
      shop.show({ html: `<!doctype html><title>Shop</title>${snippet}<h1>Shop</h1>` })
      const told = page.waitForResponse((response) => response.url().endsWith('/p/collect'))
      await page.goto(`${shop.address}/tea?utm_source=google`)
      expect((await told).status()).toBe(204)
      await expect(own.getByText('Receiving events')).toBeVisible({ timeout: 40_000 })
      const at = (part: string) => `${findProduct().address}/shop/${owner.domain}/tracking/${part}`
      await own.goto(at('live'))
      await expect(own.getByRole('row', { name: /^Page view/ })).toContainText('/tea')
      await own.goto(at('rules'))
      await own.getByRole('button', { name: 'Add a rule' }).click()
      await own.getByRole('textbox', { name: /^Rule 1, condition 1/ }).fill('google')
      await own.getByLabel('Channel', { exact: true }).fill('influencers')
      const look = own.getByRole('button', { name: 'Preview changes' }).last()
      // A visit becomes a touchpoint a moment after it was collected.
      await expect(async () => {
        await look.click()
        await expect(own.getByText(/^1 of 1 touchpoints/)).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await expect(own.getByRole('table', { name: 'Touchpoints that would change' })).toContainText('Influencers')
      await own.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(own.getByText(/^Saved\./)).toBeVisible()
      await expect(own.getByLabel('Channel', { exact: true })).toHaveValue('influencers')
      await context.close()
    },
  )
})
