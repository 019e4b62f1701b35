import type { Locator, Page } from '@playwright/test'
import { connectStore } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true })

test('a new shop ticks its steps off as they are done', async ({ page, visit }) => {
  const owner = await addOwner('Saskia')
  await enter(page.context(), owner)
  const path = (rest: string) => `/shop/${owner.domain}${rest}`
  await visit(path('/setup/done'))
  await expect(page.getByRole('heading', { level: 1, name: 'Setup checklist' })).toBeVisible()
  await expect(page.getByText('1 of 9 done')).toBeAttached()
  await expect(page.getByText('Next step: Connect the store')).toBeVisible()
  for (const [step, link, target] of [
    ['Connect the store', 'Connect the store', '/integrations'],
    ['Connect the ad platforms', 'See the platforms', '/setup/integrations'],
    ['Confirm time zone and currency', 'Change in the settings', '/settings'],
    ['Choose how you see numbers', 'Choose', '/settings#preferences'],
    ['Invite someone', 'Invite', '/settings/members'],
  ] as const) {
    const way = stepOf(page, step).getByRole('link', { name: link, exact: true })
    await expect(way, step).toHaveAttribute('href', path(target))
  }
  await stepOf(page, 'Choose how you see numbers').getByRole('button', { name: 'Fine as they are' }).click()
  await expect(stepOf(page, 'Choose how you see numbers')).toContainText('(done)')
  await expect(page.getByText('2 of 9 done')).toBeAttached()

  await connectStore(page.request, owner.domain, 2)
  await visit(path('/setup/done'))
  for (const step of ['Connect the store', 'See the first numbers', 'Confirm time zone and currency']) {
    await expect(stepOf(page, step), step).toContainText('(done)')
  }
  await expect(stepOf(page, 'Invite someone')).not.toContainText('(done)')
  await stepOf(page, 'See the first numbers').getByRole('link', { name: 'Open the summary' }).click()
  await expect(page).toHaveURL(path(''))
})

test('the catalogue says what each platform brings and what can be done about it', async ({ page, visit }) => {
  const owner = await addOwner('Tilda')
  await enter(page.context(), owner)
  await visit(`/shop/${owner.domain}/setup/integrations`)
  const platform = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    /WooCommerce/,
    /Shopify/,
    /Google Ads/,
    /Meta Ads/,
    /TikTok Ads/,
  ])
  await platform('WooCommerce').getByText('The 17 metrics it provides').click()
  await expect(platform('WooCommerce').getByText('Orders > $0', { exact: true })).toBeVisible()
  for (const [name, figures] of [
    ['Google Ads', 5],
    ['Meta Ads', 7],
    ['TikTok Ads', 6],
  ] as const) {
    const connect = platform(name).getByRole('link', { name: `Connect ${name}` })
    await expect(connect).toHaveAttribute('href', /\/integrations\?connect=\w+ads$/)
    await expect(platform(name)).toContainText(`The ${figures} metrics it provides`)
  }
  await expect(page.getByRole('main')).not.toContainText(/coming soon/i)
  await platform('WooCommerce').getByRole('link', { name: 'Connect WooCommerce' }).click()
  await expect(page).toHaveURL(`/shop/${owner.domain}/integrations`)
})

function stepOf(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
}
