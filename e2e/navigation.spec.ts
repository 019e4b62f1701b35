import { demoShop, summaryPath } from './figures.ts'
import { navigation, openMore, openShopSwitcher } from './frame.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { secondShop } from './second-shop.ts'

/** The pages of a shop: label in the navigation, address, title. */
const destinations = [
  { name: 'Summary', path: '', title: 'Summary' },
  { name: 'All shops', path: '/hub', title: 'All shops' },
  { name: 'Campaigns', path: '/campaigns', title: 'Campaigns' },
  { name: 'Attribution', path: '/attributions', title: 'Attribution' },
  { name: 'Profit and loss', path: '/profit', title: 'Profit and loss' },
  { name: 'Costs', path: '/costs', title: 'Costs' },
  { name: 'Tracking', path: '/tracking', title: 'Tracking' },
  { name: 'Integrations', path: '/integrations', title: 'Integrations' },
  { name: 'Settings', path: '/settings', title: 'Settings' },
]

test('leads to every page of the shop and marks where one is', async ({ page, visit }) => {
  await visit(summaryPath('/settings/members'))
  for (const { name, path, title } of destinations.toReversed()) {
    const link = navigation(page).getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(summaryPath(path))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(navigation(page).locator('[aria-current="page"]')).toHaveCount(1)
  }
})

test('opens the pages inside the one that one is on', async ({ page, visit }) => {
  await visit(summaryPath('/costs'))
  for (const [name, path] of [
    ['Product costs', '/costs/goods'],
    ['Payment fees', '/costs/gateway'],
    ['Shipping', '/costs/shipping'],
  ] as const) {
    await navigation(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(summaryPath(path))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(navigation(page).getByRole('link', { name: 'Costs', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
  }
})

test('a phone has the other pages behind More', { tag: '@only-phone' }, async ({ page, visit }) => {
  await visit(summaryPath())
  for (const name of ['Profit and loss', 'Costs', 'Tracking', 'Integrations', 'Settings']) {
    const more = await openMore(page)
    await more.getByRole('link', { name, exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(more.getByRole('link', { name: 'Your shops' })).toBeHidden()
  }
  const more = await openMore(page)
  await page.keyboard.press('Escape')
  await expect(more.getByRole('link', { name: 'Your shops' })).toBeHidden()
})

test('another shop opens at the same page and days, without the filters of the first', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit(summaryPath('/costs/shipping?range=7d&f=country:DE'))
  const switcher = await openShopSwitcher(page)
  await expect(switcher.getByRole('link', { name: demoShop.name })).toHaveAttribute('aria-current', 'true')
  await switcher.getByRole('link', { name: secondShop.name }).click()
  await expect(page).toHaveURL(`/shop/${secondShop.domain}/costs/shipping?range=7d`)
  await expect(page.getByRole('group').filter({ hasText: 'Change the shop:' })).toContainText(secondShop.name)
  await expect(switcher.getByRole('link', { name: 'Add a shop' })).toBeHidden()
})

test('the folded bar stays folded, and its links keep their names', async ({ page, visit }) => {
  await visit(summaryPath('/costs'))
  const bar = page.getByRole('complementary', { name: 'Sidebar' })
  const before = (await bar.boundingBox())?.width ?? 0
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await bar.getByRole('button', { name: 'Fold the navigation' }).click()
  await expect.poll(async () => (await bar.boundingBox())?.width).toBeLessThan(before / 2)
  await saved
  await page.reload()
  await expect.poll(async () => (await bar.boundingBox())?.width).toBeLessThan(before / 2)
  await expect(navigation(page).getByRole('link', { name: 'Campaigns', exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Unfold the navigation' }).click()
  await expect.poll(async () => (await bar.boundingBox())?.width).toBe(before)
})

test.describe('with a single shop', () => {
  test.use({ isVisitor: true })

  test('there is nothing to put side by side', async ({ page, visit }) => {
    const owner = await addOwner('Nora')
    await enter(page.context(), owner)
    await visit(`/shop/${owner.domain}`)
    await expect(navigation(page).getByRole('link', { name: 'Summary' })).toBeVisible()
    await expect(navigation(page).getByRole('link', { name: 'All shops' })).toHaveCount(0)
    await expect((await openShopSwitcher(page)).getByRole('link', { name: 'Your shops' })).toHaveCount(0)
  })
})
