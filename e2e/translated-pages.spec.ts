import type { APIRequestContext, Page } from '@playwright/test'
import { summaryPath } from './figures.ts'
import { addOwner, addPerson, enter } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true })

/** Pages of a shop that exist in every language. */
const pages = [
  '/settings',
  '/settings/plans',
  '/settings/webhooks',
  '/settings/alerts',
  '/settings/alerts/new',
  '/settings/shares',
  '/settings/shares/new',
  '/settings/logo',
  '/settings/api-keys',
  '/settings/privacy',
  '/settings/currencies',
  '/campaigns',
  '/integrations',
  '/hub',
  '/setup/done',
  '/setup/integrations',
  '/setup/guide/woocommerce',
  '/tracking',
  '/tracking/survey',
  '/tracking/rules',
  '/tracking/metaads',
] as const

/** Pages of a shop's figures, opened on the demo so that they have some. */
const figurePages = [
  '/orders',
  '/products',
  '/profit',
  '/integrations/number-changes',
  '/integrations/reconciliation',
  '/campaigns/spend',
  '/integrations/imports',
  '/costs',
] as const

const languages = [
  { language: 'de', direction: 'ltr', name: 'Gerda' },
  { language: 'ar', direction: 'rtl', name: 'Amal' },
] as const

/** An amount or a number as English writes it: `€1.20`, `1,234.50`. */
const englishNumber = /[€$]\s?\d|\d,\d{3}\.\d/

/** Words that no sentence in another language has. */
const english = /\b(?:the|and|your|with|of|are|this|from|which|not|you)\b/i

for (const { language, direction, name } of languages) {
  test(`settings and integrations speak ${language} and do not scroll sideways`, async ({ page, visit }) => {
    test.slow()
    const owner = await addOwner(name)
    await enter(page.context(), owner)
    await speak(page.request, { shop: owner.domain, language })
    for (const path of pages) {
      await visit(`/shop/${owner.domain}${path}`)
      await expect(page.locator('html'), path).toHaveAttribute('dir', direction)
      // Content without a translation is marked as English.
      await expect(page.locator('[lang="en"] main, main[lang="en"]'), path).toHaveCount(0)
      expect.soft(sentencesIn(await page.evaluate(ownText)), path).toEqual([])
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => overflow(page), { message: `${path} at ${width}` }).toBeLessThanOrEqual(0)
      }
    }
  })
}

for (const { language, direction } of languages) {
  test(`whoever has no shop yet is welcomed in ${language}`, async ({ page, visit }) => {
    await enter(page.context(), await addPerson('Wanda'))
    await page.context().addCookies([{ name: 'lang', value: language, url: findProduct().address }])
    await visit('/')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(sentencesIn(await page.evaluate(ownText))).toEqual([])
  })
}
test.describe('with figures', () => {
  test.use({ isVisitor: false })

  for (const { language, direction } of languages) {
    test(`pages of figures speak ${language} and do not scroll sideways`, async ({ page, visit }) => {
      test.slow()
      await page.context().addCookies([{ name: 'lang', value: language, url: findProduct().address }])
      await visit(summaryPath('/orders'))
      const order = await page.getByRole('table').getByRole('link').first().getAttribute('href')
      for (const path of [...figurePages.map(summaryPath), order ?? '']) {
        await visit(path)
        await expect(page.locator('html'), path).toHaveAttribute('dir', direction)
        await expect(page.locator('[lang="en"] main, main[lang="en"]'), path).toHaveCount(0)
        await expect(page.locator('main [aria-busy="true"]'), path).toHaveCount(0)
        const texts = await page.evaluate(ownText)
        expect.soft(sentencesIn(texts), path).toEqual([])
        if (language === 'de')
          expect
            .soft(
              texts.filter((text) => englishNumber.test(text)),
              path,
            )
            .toEqual([])
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await expect.poll(() => overflow(page), { message: `${path} at ${width}` }).toBeLessThanOrEqual(0)
        }
      }
    })
  }
})

/** Changes the language through the specification's API. */
async function speak(
  request: APIRequestContext,
  { shop, language }: { readonly shop: string; readonly language: string },
) {
  const response = await request.put('/api/shop/updatePreference', { data: { shop, preference: { language } } })
  expect(response.ok()).toBe(true)
}

function sentencesIn(texts: readonly string[]): string[] {
  return texts.filter((text) => english.test(text))
}

/** Texts of the page that are neither code, nor names from data, nor marked as English. Runs in the browser. */
function ownText(): string[] {
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const isApart = walker.currentNode.parentElement?.closest(
      '[lang="en"], [dir="auto"], code, pre, option, script, noscript',
    )
    if (!isApart) texts.push(walker.currentNode.textContent ?? '')
  }
  return texts
}

/** How many pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
