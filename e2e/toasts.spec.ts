import type { Locator, Page } from '@playwright/test'
import { choose } from './arranging.ts'
import { summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { tile } from './summary-page.ts'

// With animations.
test.use({ isColleague: true, contextOptions: { reducedMotion: 'no-preference' } })

test('at most five notices stand at the bottom, can be reached by F8, and close by Escape', async ({ page, visit }) => {
  await visit(summaryPath())
  const notices = noticesOf(page)
  for (const label of ['Returns', 'Discounts', 'Taxes (net)', 'Gross sales', 'Sale taxes', 'True AOV']) {
    await choose(tile(page, label), 'Hide')
    await expect(notices.getByText(`${label} is hidden.`, { exact: true })).toBeVisible()
    // Toasts stay while the focus is among them.
    await page.keyboard.press('F8')
    await expect(notices).toBeFocused()
  }
  await expect(notices.getByRole('listitem')).toHaveCount(5)
  await expect(notices.getByText('Returns is hidden.', { exact: true })).toHaveCount(0)
  const box = await notices.boundingBox()
  expect(box?.width).toBe(384)
  const right = await page.evaluate(() => document.documentElement.getBoundingClientRect().width)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(right - 16)
  // A newer toast appears above the others, which do not move.
  const [older, newer] = await notices.getByRole('listitem').all()
  const [above, below] = [await newer?.boundingBox(), await older?.boundingBox()]
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBe(16)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(notices.getByRole('listitem')).toHaveCount(4)
})

test('a notice leaves after five seconds', async ({ page, visit }) => {
  await page.clock.install()
  await visit(summaryPath())
  const notice = noticesOf(page).getByText('Returns is hidden.', { exact: true })
  await choose(tile(page, 'Returns'), 'Hide')
  await expect(notice).toBeVisible()
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)))
  // Part of its time has passed already.
  await page.clock.runFor(2_000)
  await expect(notice).toBeVisible()
  await page.clock.runFor(3_500)
  await expect(notice).toHaveCount(0)
})

function noticesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Notices (F8)' }).getByRole('list')
}
