import type { Page, TestInfo } from '@playwright/test'
import { expect, waitUntilAlive } from './product-test.ts'
import type { FixtureStore } from './trial-store.ts'

/** A unique domain for this run of this test. */
export function ownDomain(name: string, { project, repeatEachIndex }: TestInfo): string {
  return `${name}-${project.name}-${repeatEachIndex}.example`
}

/** Makes a shop by its form and opens its integrations. */
export async function createShop(page: Page, domain: string): Promise<void> {
  await page.goto('/register')
  await waitUntilAlive(page)
  await page.getByLabel('Domain of the shop').fill(domain)
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByRole('button', { name: 'Create the shop' }).click()
  await page.waitForURL(`/register/connect?shop=${domain}`)
  await page.goto(`/shop/${domain}/integrations`)
  await waitUntilAlive(page)
  await expect(page.getByRole('heading', { name: 'Connect WooCommerce' })).toBeVisible()
}

/** The form for keys. */
export function manualForm(page: Page) {
  return page.locator('form').filter({ has: page.getByRole('button', { name: 'Check and connect' }) })
}

/** Enters keys and submits them. */
export async function typeKeys(
  page: Page,
  { url, key, secret }: Pick<FixtureStore, 'url' | 'key' | 'secret'>,
): Promise<void> {
  const form = manualForm(page)
  if (!(await form.isVisible())) await page.getByText('Use keys instead').click()
  await form.getByLabel('Address of the shop').fill(url)
  await form.getByLabel('Consumer key').fill(key)
  await form.getByLabel('Consumer secret').fill(secret)
  await form.getByRole('button', { name: 'Check and connect' }).click()
}
