import type { Locator, Page } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { summaryPath } from './figures.ts'
import { showThemeChoice } from './frame.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { pathsOf } from './screens.ts'
import { figureOf, openDaysMenu, panel, tile, totalBehind } from './summary-page.ts'

test.describe('in any width', () => {
  test.use({ expectedMessage: /the server responded with a status of 404/ })

  for (const whose of ['signed-in people', 'visitors'] as const) {
    test.describe(`for ${whose}`, () => {
      test.use({ isVisitor: whose === 'visitors' })

      // 1440 at 200 % is 720, 1280 at 400 % is 320. Opened narrow, then zoomed and turned: wider, and narrower again.
      test('nothing has to be scrolled sideways at 320, 720 and 390 pixels', async ({ page }) => {
        // All screens, opened the way people do.
        test.setTimeout(180_000)
        const paths = whose === 'visitors' ? [] : [summaryPath('?range=all&f=country:DE&f=gateway:stripe')]
        for (const path of [...paths, ...pathsOf(whose)]) {
          await page.setViewportSize({ width: 320, height: 800 })
          await page.goto(path)
          await waitUntilAlive(page)
          for (const width of [320, 720, 390]) {
            await page.setViewportSize({ width, height: 800 })
            await expect.poll(() => tooWide(page), { message: `${path} at ${width}` }).toEqual([])
          }
        }
      })
    })
  }
})

test('what can be pressed on the summary of a narrow window is large enough, and apart', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(summaryPath())
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect((await findBarriers(page)).filter((barrier) => barrier.startsWith('target-size'))).toEqual([])
})

test('every figure is whole at 320 pixels', { tag: '@only-phone' }, async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(summaryPath('?range=all'))
  await expect(tile(page, 'Sales')).toBeVisible()
  const cut = await page
    .getByRole('article')
    .evaluateAll((tiles) =>
      tiles.flatMap((each) =>
        [...each.querySelectorAll('a > span:first-child:not(.sr-only)')].flatMap((figure) =>
          figure.scrollWidth > figure.clientWidth ? [figure.textContent] : [],
        ),
      ),
    )
  expect(cut).toEqual([])
})

test('the menu of days and the list of orders fit at 320 pixels', { tag: '@only-phone' }, async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(summaryPath())
  const menu = await openDaysMenu(page)
  const box = await menu.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  await menu.getByRole('button', { name: 'Custom days…' }).click()
  await menu.getByRole('button', { name: 'Apply' }).scrollIntoViewIfNeeded()
  expect(await menu.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
  await figureOf(page, 'Sales').click()
  await totalBehind(panel(page, 'Sales')).waitFor()
  expect(await tooWide(page)).toEqual([])
})

test('the navigation stands at the bottom, under the thumb', { tag: '@only-phone' }, async ({ page, visit }) => {
  await visit(summaryPath())
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation).toHaveCount(1)
  const box = await navigation.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844)
  for (const link of await navigation.getByRole('link').all()) {
    const target = await link.boundingBox()
    expect(target?.height).toBeGreaterThanOrEqual(44)
    expect(target?.width).toBeGreaterThanOrEqual(44)
  }
  await navigation.getByRole('link', { name: 'Campaigns' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible()
  // The end of the page can be scrolled clear of the bottom bar.
  // The table arrives after its heading and makes the page longer.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = await page.getByRole('main').boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
  }).toPass()
})

test('shop and days stay in sight while the page is scrolled', { tag: '@only-phone' }, async ({ page, visit }) => {
  await visit(summaryPath())
  await tile(page, 'Returning customer revenue').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: /Last 30 days/ })).toBeInViewport()
})

test('targets for a finger are large enough', { tag: '@only-phone' }, async ({ page, visit }) => {
  await visit(summaryPath())
  for (const target of [
    page.getByRole('link', { name: 'Previous period' }),
    page.getByRole('button', { name: /Last 30 days/ }),
    page.getByRole('combobox', { name: 'Break down by' }),
  ]) {
    await expectLargeEnough(target)
  }
  await showThemeChoice(page)
  await expectLargeEnough(page.getByRole('button', { name: 'Dark' }))
})

async function expectLargeEnough(target: Locator): Promise<void> {
  const box = await target.boundingBox()
  expect(box?.height, (await target.getAttribute('aria-label')) ?? '').toBeGreaterThanOrEqual(44)
}

/** Elements that overflow on the right of a page that scrolls sideways. */
async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}`)
  })
}
