import type { Page, TestInfo } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { createShop, ownDomain } from './integrations-page.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'

// The simulated platform has no icon, and the browser logs rejected forms with such a status.
test.use({
  expectedMessage:
    /the server responded with a status of (400|401|404)|^An SSL certificate error occurred when fetching the/,
})

const own = 'Nordlicht Kontor'
const abroad = 'Nordlicht Kontor Export'

test('an ad platform is declined, approved, asked for its accounts, read and disconnected', async ({ page }, info) => {
  test.slow()
  await openShop(page, info)
  await signInOverThere(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/\/integrations\?failed=metaads&why=declined/)
  await expect(page.getByRole('alert')).toContainText('Meta Ads was not connected: the approval was declined')

  await waitUntilAlive(page)
  await signInOverThere(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/integrations\?connected=metaads/)
  await waitUntilAlive(page)
  await expect(page.getByText('Choose below which of its accounts belong to this shop.')).toBeVisible()
  const card = page.getByRole('region', { name: /^Meta Ads/ })
  await expect(card).toContainText('Choose which ad accounts belong to this shop. Until then nothing is read')
  const query = card.getByRole('region', { name: 'Which accounts belong to this shop?' })
  await expect(query.getByRole('checkbox', { name: own, exact: true })).toHaveAccessibleDescription(
    /\d+ · EUR · Europe\/Berlin/,
  )
  expect(await findBarriers(page)).toEqual([])

  // Choosing none changes nothing, and says so in the same panel.
  await query.getByRole('button', { name: 'Use these accounts' }).click()
  await expect(query.getByRole('alert')).toContainText('Choose at least one account')
  await query.getByRole('checkbox', { name: abroad, exact: true }).check()
  await query.getByRole('button', { name: 'Use these accounts' }).click()
  await expect(page.getByText(`The history of “${abroad}” is being read, newest days first.`).first()).toBeVisible()
  await expect(card).toContainText('Up to date', { timeout: 90_000 })
  await expect(card.getByRole('listitem').filter({ hasText: /^Daily data/ })).toContainText(
    /[\d,]+ days · complete since/,
  )
  const accounts = card.getByRole('region', { name: 'Accounts at' })
  await expect(accounts).toContainText(abroad)
  await expect(accounts.getByRole('listitem')).toHaveCount(1)
  expect(await findBarriers(page)).toEqual([])

  await card.getByRole('link', { name: 'Disconnect…' }).click()
  const leaving = card.getByRole('region', { name: 'Disconnect Meta Ads?' })
  await expect(leaving).toContainText(/[\d,]+ days stay in all reports/)
  await leaving.getByLabel(/^Delete it/).check()
  await leaving.getByRole('checkbox').check()
  await leaving.getByRole('button', { name: 'Disconnect Meta Ads' }).click()
  await expect(page.getByText('its data is deleted from all reports').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue at Meta Ads' })).toBeVisible()
})

test('accounts are chosen otherwise later on, and what leaves is said', async ({ page }, info) => {
  test.slow()
  await openShop(page, info)
  await signInOverThere(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/integrations\?connected=metaads/)
  await waitUntilAlive(page)
  const card = page.getByRole('region', { name: /^Meta Ads/ })
  const query = card.getByRole('region', { name: 'Which accounts belong to this shop?' })
  await query.getByRole('checkbox', { name: abroad, exact: true }).check()
  await query.getByRole('checkbox', { name: own, exact: true }).check()
  await query.getByRole('button', { name: 'Use these accounts' }).click()
  await expect(card).toContainText('Up to date', { timeout: 120_000 })
  await card.getByRole('link', { name: 'Choose accounts…' }).click()
  await expect(query).toBeFocused()
  await query.getByRole('checkbox', { name: own, exact: true }).uncheck()
  await query.getByRole('button', { name: 'Save selection' }).click()
  await expect(page.getByText(`What was read of “${own}” leaves the figures`).first()).toBeVisible()
})

test('each ad platform has a guide, and the setup leads to it', async ({ page }, info) => {
  test.slow()
  const domain = await openShop(page, info)
  for (const [id, name] of [
    ['googleads', 'Google Ads'],
    ['metaads', 'Meta Ads'],
    ['tiktokads', 'TikTok Ads'],
  ] as const) {
    await page.goto(`/shop/${domain}/setup/integrations`)
    await waitUntilAlive(page)
    await page.getByRole('link', { name: `How to set this up : ${name}` }).click()
    await expect(page).toHaveURL(`/shop/${domain}/setup/guide/${id}`)
    await expect(page.getByRole('heading', { name: `How to set up ${name}` })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
    expect(await findBarriers(page)).toEqual([])
  }
})

/** A separate shop with its integrations page open. */
async function openShop(page: Page, info: TestInfo): Promise<string> {
  const domain = ownDomain(`ads${info.testId.slice(-6)}`.toLowerCase(), info)
  await createShop(page, domain)
  return domain
}

/** Continues to the platform's consent screen. */
async function signInOverThere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue at Meta Ads' }).click()
  await expect(page.getByRole('heading', { name: /^Continue as/ })).toBeVisible()
}
