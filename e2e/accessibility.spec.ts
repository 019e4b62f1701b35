import type { Page } from '@playwright/test'
import { findBarriers, findBarriersOfLayer, findColourBarriers, showAll } from './barriers.ts'
import { expect, test } from './product-test.ts'
import { addBareShop, screens } from './screens.ts'

test.use({ expectedMessage: /the server responded with a status of (400|404)/ })

test.beforeAll('a shop without a store exists', ({ request }) => addBareShop(request))

for (const { name, path, reach, hasLayer = false, isOwnOnPhone, isOnlyOnPhone, isForVisitors = false } of screens) {
  test.describe(name, { tag: isOnlyOnPhone ? '@only-phone' : isOwnOnPhone ? '@phone' : '@wide' }, () => {
    test.use({ isVisitor: isForVisitors })

    test('no barriers that a machine can find, in both themes', async ({ page, visit }) => {
      // A running fade has intermediate colours.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await visit(path)
      await reach?.(page)
      // Pending content is dimmed, with other colours than the page's.
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await showAll(page)
      await settled(page)
      const found = await (hasLayer ? findBarriersOfLayer(page) : findBarriers(page))
      const light = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await expect(page.locator('body')).not.toHaveCSS('background-color', light)
      await settled(page)
      found.push(...(await findColourBarriers(page, hasLayer ? 'layer' : 'page')))
      expect(found).toEqual([])
    })
  })
}

/** Waits until no transition is running. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
