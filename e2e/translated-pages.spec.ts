import type { Page } from '@playwright/test'
import { expectNothingSideways, findBarriers } from './barriers.ts'
import { summaryPath } from './figures.ts'
import { addPerson, enter } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { addBareShop, screens } from './screens.ts'

test.use({ expectedMessage: /the server responded with a status of (400|404)/ })

/** Every page of the product, and those settings and guides that no other list has. */
const addresses = [
  ...new Set([
    // The words of an address that does not exist are specified.
    ...screens.flatMap(({ path, isForVisitors }) => (isForVisitors || path === '/no/such/page' ? [] : [path])),
    ...['/settings/logo', '/settings/plans', '/tracking/metaads', '/tracking/tiktokads'].map(summaryPath),
    ...['woocommerce', 'shopify', 'metaads', 'googleads', 'tiktokads'].map((id) => summaryPath(`/setup/guide/${id}`)),
  ]),
]

const languages = [
  { language: 'de', direction: 'ltr' },
  { language: 'ar', direction: 'rtl' },
] as const

/** An amount or a number as English writes it: `€1.20`, `1,234.50`. */
const englishNumber = /[€$]\s?\d|\d,\d{3}\.\d/

/** Words that no sentence in another language has. */
const english = /\b(?:the|and|your|with|of|are|this|from|which|not|you)\b/i

/** Addresses, and what the tests of the survey ask buyers and get for answers. */
const typed = /\S+\.example\S*|Do you know .*\?|How did you first hear about us\?|Word of mouth/g

test.beforeAll('a shop without a store exists', ({ request }) => addBareShop(request))

for (const path of addresses) {
  test(`${path} speaks German, with its numbers`, async ({ page, visit }) => {
    await open(page, { visit, path, language: 'de' })
    expect.soft(await englishIn(page)).toEqual([])
    const texts = await page.evaluate(ownText)
    expect.soft(texts.filter((text) => englishNumber.test(text))).toEqual([])
    await expectNothingSideways(page)
  })

  test(`${path} speaks Arabic, without barriers`, { tag: '@only-phone' }, async ({ page, visit }) => {
    await open(page, { visit, path, language: 'ar' })
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    expect.soft(await englishIn(page)).toEqual([])
    await expectNothingSideways(page)
    expect(await findBarriers(page)).toEqual([])
  })
}

interface Opening {
  readonly visit: (path: string) => Promise<void>
  readonly path: string
  readonly language: string
}

/** Opens a page in a language, with everything on it. */
async function open(page: Page, { visit, path, language }: Opening): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: findProduct().address }])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(path)
  await expect(page.locator('[lang="en"] main, main[lang="en"]')).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

test.describe('signing in for the first time', () => {
  test.use({ isVisitor: true })

  for (const { language, direction } of languages) {
    test(`whoever has no shop yet is welcomed in ${language}`, async ({ page, visit }) => {
      await enter(page.context(), await addPerson('Wanda'))
      await page.context().addCookies([{ name: 'lang', value: language, url: findProduct().address }])
      await visit('/')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await englishIn(page)).toEqual([])
    })
  }
})

/** English sentences among the page's own texts. */
async function englishIn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(ownText)
  return texts.filter((text) => english.test(text.replaceAll(typed, ' ')))
}

/** Texts of the page that are neither code, nor names from data, nor marked as English. Runs in the browser. */
function ownText(): string[] {
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const isApart = walker.currentNode.parentElement?.closest(
      '[lang="en"], [dir="auto"], bdi, kbd, code, pre, option, script, noscript',
    )
    if (!isApart) texts.push(walker.currentNode.textContent ?? '')
  }
  return texts
}
