import type { Page } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { ask, shopDay, summaryPath } from './figures.ts'
import { connectStore } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

/** Who bought the first order of a trial store. */
const buyer = 'buyer5001@example.com'

test.describe('of a shop of one’s own, without scripts', () => {
  test.use({ isVisitor: true, javaScriptEnabled: false })

  test('a customer is looked up, handed over and erased; figures stay', async ({ page }) => {
    const owner = await addOwner('Petra')
    await enter(page.context(), owner)
    await connectStore(page.request, owner.domain, 3)
    const before = await figuresOf(page, owner.domain)
    await page.goto(`/shop/${owner.domain}/settings`)
    await page.getByRole('link', { name: 'Privacy', exact: true }).click()

    await lookUp(page)
    const held = page.getByRole('region', { name: 'Stored data' })
    await expect(held).toContainText('Orders1')
    expect(page.url()).not.toContain('buyer')
    const download = page.waitForEvent('download')
    await held.getByRole('button', { name: 'Download data' }).click()
    expect((await download).suggestedFilename()).toBe(`${owner.domain}-customer.json`)

    await held.getByText('Erase permanently…').click()
    await held.getByLabel(/^Yes, erase this person/).check()
    await held.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(page.getByRole('status')).toContainText('Erased from 1 order')
    expect(await figuresOf(page, owner.domain)).toEqual(before)
    await lookUp(page)
    await expect(page.getByRole('status')).toContainText('No data found')
  })
})

test.describe('of an analyst', () => {
  test.use({ isColleague: true })

  test('nothing about single customers is shown, whatever is sent', async ({ page, visit }) => {
    const path = summaryPath('/settings/privacy')
    await visit(path)
    await expect(page.getByRole('heading', { name: 'Your role can’t open this page' })).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    const form = { email: buyer, sure: 'yes' }
    for (const intent of ['look-up', 'erase']) {
      expect((await page.request.post(path, { form: { ...form, intent } })).status()).toBe(403)
    }
    expect((await page.request.post(`${path}/file`, { form })).status()).toBe(403)
  })
})

async function lookUp(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(buyer)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}

async function figuresOf({ request }: Page, domain: string): Promise<unknown> {
  const metrics = ['orders', 'sales', 'newCustomers', 'returningCustomers']
  return (await ask(request, { metrics, from: shopDay(30), to: shopDay(0) }, domain)).totals
}
