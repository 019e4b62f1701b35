import type { Page } from '@playwright/test'
import { shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { movedBoxes, slowDown, watchBoxes } from './still-boxes.ts'
import { daysButton, figureOf, openDaysMenu, panel, tile, totalBehind } from './summary-page.ts'

// Controls must not move once they are shown, and a press must have its intended effect: even with a slow processor and
// network.

/** Holds the page's next data request until the returned function is called. */
async function holdData(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\.data(\?|$)/, async (route) => {
    await held.promise
    await route.fallback()
  })
  return () => held.resolve()
}

test('a second choice adds to the first while that is still on its way', async ({ page, visit }) => {
  await visit(summaryPath('?range=7d&compare=year'))
  const letGo = await holdData(page)
  await (await openDaysMenu(page)).getByRole('link', { name: 'Last 30 days' }).click()
  await (await openDaysMenu(page)).getByRole('link', { name: 'Previous period' }).click()
  letGo()
  await expect(page).toHaveURL(summaryPath())
  await expect(daysButton(page)).toContainText('Last 30 days')

  const letGoAgain = await holdData(page)
  await (await openDaysMenu(page)).getByRole('link', { name: 'Last 28 days' }).click()
  await page.getByRole('combobox', { name: 'Break down by' }).selectOption('gateway')
  letGoAgain()
  await expect(page).toHaveURL(summaryPath('?range=28d&by=gateway'))
})

test('steps that follow each other before the page is drawn are as many', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit(summaryPath('?range=7d'))
  const letGo = await holdData(page)
  const back = page.getByRole('link', { name: 'Previous period' })
  await back.click()
  await back.click()
  await back.click()
  letGo()
  await expect(page).toHaveURL(summaryPath(`?from=${shopDay(28)}&to=${shopDay(22)}`))
  await expect(figureOf(page, 'Sales')).toBeVisible()

  const letGoAgain = await holdData(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('link', { name: 'Next period' }).click()
  letGoAgain()
  await expect(page).toHaveURL(summaryPath(`?from=${shopDay(28)}&to=${shopDay(22)}`))

  const letGoForGood = await holdData(page)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('link', { name: 'Next period' }).click()
  letGoForGood()
  await expect(page).toHaveURL(summaryPath(`?from=${shopDay(14)}&to=${shopDay(8)}`))
})

test.describe('what is told after the page was drawn', () => {
  test.use({
    serviceWorkers: 'block',
    expectedMessage: /Service Worker registration blocked|ERR_INTERNET_DISCONNECTED/,
  })

  test('lies over it: a newer build, and a lost network', { tag: '@phone' }, async ({ page, context, visit }) => {
    await page.route('**/builds/latest.json', (route) =>
      route.fulfill({ json: { id: 'the-next-one', client: 'the-next-one' } }),
    )
    await watchBoxes(page)
    await visit(summaryPath())
    await page.waitForLoadState('networkidle')
    await movedBoxes(page)
    await expect(page.getByRole('listitem').filter({ hasText: 'A new version is ready' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await painted(page)
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toBeHidden()
    await painted(page)
    expect(await movedBoxes(page)).toEqual([])
  })
})

test.describe('on a slow machine', () => {
  // With animations.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  for (const path of [
    '/',
    summaryPath(),
    summaryPath('?open=sales'),
    summaryPath('/hub'),
    summaryPath('/campaigns'),
    summaryPath('/campaigns/spend'),
    summaryPath('/attributions'),
    summaryPath('/integrations'),
    summaryPath('/integrations/imports'),
    summaryPath('/integrations/reconciliation'),
    summaryPath('/integrations/number-changes'),
    summaryPath('/tracking'),
    summaryPath('/tracking/metaads'),
    summaryPath('/tracking/live'),
    summaryPath('/costs'),
    summaryPath('/settings'),
  ]) {
    test(`nothing moves while ${path} comes up`, { tag: '@phone' }, async ({ page, visit }) => {
      await comesUpStill(page, () => visit(path))
    })
  }

  test('nothing moves in the menus of the summary while they come up', async ({ page, visit }) => {
    test.slow()
    await watchBoxes(page)
    await slowDown(page)
    await visit(summaryPath())
    await page.waitForLoadState('networkidle')
    await movedBoxes(page)
    await (await openDaysMenu(page)).getByRole('link', { name: 'Last 7 days' }).hover()
    await painted(page)
    expect.soft(await movedBoxes(page), 'days').toEqual([])
    await page.keyboard.press('Escape')
    await tile(page, 'Sales').getByRole('button', { name: 'Menu of Sales' }).click()
    await page.getByRole('menu').waitFor()
    await painted(page)
    expect.soft(await movedBoxes(page), 'menu of a tile').toEqual([])
    await page.keyboard.press('Escape')
    await tile(page, 'Sales').getByRole('button', { name: 'About Sales' }).click()
    await page.getByRole('dialog').waitFor()
    await painted(page)
    expect.soft(await movedBoxes(page), 'words about a tile').toEqual([])
    await page.keyboard.press('Escape')
    await figureOf(page, 'Sales').click()
    await totalBehind(panel(page, 'Sales')).waitFor()
    await painted(page)
    expect.soft(await movedBoxes(page), 'orders behind a figure').toEqual([])
  })
})

/** Checks that nothing moves from the first paint until the last late content has arrived. */
async function comesUpStill(page: Page, visit: () => Promise<void>): Promise<void> {
  test.slow()
  await watchBoxes(page)
  const slowed = await slowDown(page)
  const news = page.waitForResponse('**/builds/latest.json')
  await visit()
  await page.waitForLoadState('networkidle')
  // The page itself waits a few seconds before it checks for changes.
  const nextRequest = new Promise((done) => page.once('request', done))
  await slowed.pause()
  await Promise.race([nextRequest, news])
  await slowed.resume()
  await news
  expect(await movedBoxes(page)).toEqual([])
}

/** Ten frames, longer than any content here needs to be shown. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise((done) => requestAnimationFrame(done))
  })
}
