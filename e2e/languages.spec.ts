import type { APIRequestContext, Page } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { ask, demoShop, last30Days, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { figureOf } from './summary-page.ts'

test.use({ isColleague: true })

const languages = [
  { name: 'Deutsch', code: 'de', direction: 'ltr', navigation: ['Übersicht', 'Kampagnen', 'Kosten'], sales: 'Umsatz' },
  { name: 'العربية', code: 'ar', direction: 'rtl', navigation: ['الملخص', 'الحملات', 'التكاليف'], sales: 'المبيعات' },
] as const

for (const { name, code, direction, navigation, sales } of languages) {
  test(`the shell and the figures speak ${code}, and numbers follow until others are chosen`, async ({
    page,
    request,
    visit,
  }) => {
    const { totals } = await ask(request, { metrics: ['sales'], ...last30Days() })
    await visit(summaryPath('?range=30d'))
    await openLanguages(page)
    await page.getByRole('button', { name }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    for (const text of navigation) {
      await expect(page.getByRole('navigation').getByRole('link', { name: text, exact: true }).first()).toBeVisible()
    }
    const shown = async () => withoutMarks((await figureOf(page, sales).textContent()) ?? '')
    const inLocale = (locale: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(Number(totals.sales))
    await expect.poll(shown).toBe(inLocale(code === 'ar' ? 'en-US' : code))
    await change(request, { numbers: 'en-GB' })
    await visit(summaryPath())
    await expect.poll(shown).toBe(inLocale('en-GB'))
    // Every page of the shop keeps the language.
    await page.getByRole('navigation').getByRole('link', { name: navigation[1], exact: true }).first().click()
    await expect(page).toHaveURL(summaryPath('/campaigns'))
    await expect(page.locator('html')).toHaveAttribute('lang', code)
  })
}

test('an Arabic page has no barriers and does not scroll sideways', async ({ page, request, visit }) => {
  await change(request, { language: 'ar' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [summaryPath(), summaryPath('?open=sales'), summaryPath('/integrations')]) {
    await visit(path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => overflow(page), { message: `${path} at ${width}` }).toBeLessThanOrEqual(0)
    }
    expect(await findBarriers(page), path).toEqual([])
  }
})

test('figures side by side stand on one line, whatever their names take', async ({ page, request, visit }) => {
  await change(request, { language: 'de' })
  await visit(summaryPath())
  // Of two lines, beside names of one.
  await expect(figureOf(page, 'Werbekosten gesamt')).toBeVisible()
  const tops = await Promise.all(
    ['Umsatz', 'Bestellungen', 'Werbekosten gesamt', 'MER'].map(
      async (name) => (await figureOf(page, name).boundingBox())?.y,
    ),
  )
  expect(new Set(tops.map((top) => Math.round(top ?? 0))).size, tops.join()).toBe(1)
})

test('names of a flow are whole, in a language whose names are long', async ({ page, request, visit }) => {
  await change(request, { language: 'fr' })
  await visit(summaryPath('/attributions?tab=paths'))
  const names = page.getByRole('button', { name: /\d$/ }).locator('.truncate')
  await expect(names.filter({ hasText: 'Réseaux sociaux payants' }).first()).toBeVisible()
  const cut = await names.evaluateAll((all) =>
    all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
  )
  expect(cut).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the language can be chosen', async ({ page, request }) => {
    await page.goto(summaryPath())
    await openLanguages(page)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(page).toHaveURL(summaryPath())
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
    const stored = await request.get('/api/shop/getPreference', { params: { shop: demoShop.domain } })
    expect(await stored.json()).toMatchObject({ language: 'de' })
  })
})

/** In the account menu. */
async function openLanguages(page: Page): Promise<void> {
  await page.getByText('Carla', { exact: true }).first().click()
  await page.locator('summary', { hasText: 'Language:' }).filter({ visible: true }).click()
}

/** Changes the preference through the specification's API. */
async function change(request: APIRequestContext, preference: object): Promise<void> {
  const data = { shop: demoShop.domain, preference }
  const response = await request.put('/api/shop/updatePreference', { data })
  expect(response.ok(), await response.text()).toBe(true)
}

/** Figures in right-to-left text contain invisible directional marks. */
function withoutMarks(text: string): string {
  return text.replaceAll(/[\u200E\u200F\u2066-\u2069]/g, '')
}

async function overflow(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
