import type { Page } from '@playwright/test'
import { expectNothingSideways, findBarriers } from './barriers.ts'
import { summaryPath } from './figures.ts'
import { addPerson, enter } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { pseudoLanguage } from './running-product.ts'
import { addBareShop, screens } from './screens.ts'

test.use({ expectedMessage: /the server responded with a status of (400|404)/ })

/** Every page of the product, and those settings and guides that no other list has. */
const addresses = [
  ...new Set([
    ...screens.flatMap(({ path, isForVisitors }) => (isForVisitors ? [] : [path])),
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

  test(`${path} has no text without a translation, and room for longer ones`, async ({ page, visit }) => {
    await open(page, { visit, path, language: pseudoLanguage })
    const texts = [...(await page.evaluate(unmarkedText)), ...(await page.evaluate(unmarkedAttributes))]
    expect.soft(texts.filter(isUntranslated)).toEqual([])
    await expectNothingSideways(page)
  })
}

/** What is the same in every language: brands, formats, and names that the tests' data have. */
const names =
  /\b(?:Google Ads|Meta Ads|TikTok Ads|WooCommerce|Shopify|Tillsight|CSV|MCP|AGPL|Claude (?:Code|Desktop)|Cursor|VS Code|Node\.js|Data Manager API|(?:Conversions|Events) API|Performance Max|GMV Max|Search|Shopping|Sales|Traffic|Video|EUR|USD|CHF|GBP|DE|Europe\/Berlin|America\/\w+|Nordlicht Kontor(?: Export)?|Noch ohne Laden|Pine & Harbor|Sandbox Marketing|Maria Keller|Mara Lindqvist|Jonas Weber|Priya Shah|Demo|purchase|UTC|Wages|(?:Workshop )?[Rr]ent|wholesale)\b/g

/** Addresses, names within code, and words beside digits: dates, amounts and numbers are the language's own formats. */
const printed = /\S*(?:@|:\/\/|_|#)\S*|[^;(]*\d[^;(]*/g

/** Dates, countries and currencies, in Dutch by the platform, and the one word that the browser has in all languages. */
const spoken = new Set([
  'nieuw',
  new Intl.RelativeTimeFormat('nl', { numeric: 'auto' }).format(0, 'second'),
  ...Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1).toLocaleDateString('nl', { month: 'short' })),
  ...['DE', 'CH', 'AT', 'NL', 'GB', 'FR', 'US', 'BE'].map((code) =>
    new Intl.DisplayNames('nl', { type: 'region' }).of(code),
  ),
  ...['CHF', 'GBP', 'USD'].map((code) => new Intl.DisplayNames('nl', { type: 'currency' }).of(code)),
])

/** Whether a text without the mark of a translation has words of its own. */
function isUntranslated(text: string): boolean {
  const own = text.replaceAll(typed, ' ').replaceAll(names, ' ').replaceAll(printed, ' ').trim()
  return /\p{L}{2}/u.test(own) && !spoken.has(own)
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

/** Texts of the pseudo-language without its mark, which may stand before or behind a link within a sentence. Runs in the browser. */
function unmarkedText(): string[] {
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode
    const beside = [...(parentElement?.parentElement?.childNodes ?? [])].filter(({ nodeType }) => nodeType === 3)
    const isMarked = [walker.currentNode, ...beside].some((node) => /[⟦⟧]/.test(node.textContent ?? ''))
    const isApart = parentElement?.closest('[lang="en"], [dir="auto"], bdi, kbd, code, pre, option, script, noscript')
    if (!isMarked && !isApart) texts.push(textContent ?? '')
  }
  return texts
}

/** The same of names and hints for those who do not see the page, or point at it. Runs in the browser. */
function unmarkedAttributes(): string[] {
  const isApart = '[lang="en"], [dir="auto"], bdi, code'
  return ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'].flatMap((name) =>
    [...document.querySelectorAll(`main [${name}]`)].flatMap((element) => {
      const text = element.getAttribute(name) ?? ''
      return element.closest(isApart) || /[⟦⟧]/.test(text) ? [] : text
    }),
  )
}
