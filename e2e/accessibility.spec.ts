import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './product-test.ts'
import { bareShop, screens } from './screens.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Both themes are one document; only what is seen differs. */
const colours = ['color-contrast', 'link-in-text-block']

test.use({ expectedMessage: /the server responded with a status of (400|404)/ })

test.beforeAll('a shop without a store exists', async ({ request }) => {
  await request.post('/register', {
    form: {
      domain: bareShop,
      name: 'Noch ohne Laden',
      platform: 'woocommerce',
      zone: 'Europe/Berlin',
      currency: 'EUR',
    },
  })
})

for (const { name, path, reach, isOwnOnPhone, isOnlyOnPhone, isForVisitors = false } of screens) {
  test.describe(name, { tag: isOnlyOnPhone ? '@only-phone' : isOwnOnPhone ? '@phone' : '@wide' }, () => {
    test.use({ isVisitor: isForVisitors })

    test('no barriers that a machine can find, in both themes', async ({ page, visit }) => {
      // A fade that is still running has colours of its own.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await visit(path)
      await reach?.(page)
      // What is about to be replaced is dimmed, and its colours are not the page's.
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await settled(page)
      const light = await new AxeBuilder({ page }).withTags(rules).analyze()
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      // What was never in sight would keep its colours until it is.
      await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
      await settled(page)
      const dark = await new AxeBuilder({ page }).withRules(colours).analyze()
      const found = [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary}\n${html}`),
      )
      expect(found).toEqual([])
    })
  })
}

/** Nothing is on its way from one look to another. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
