import { summaryPath } from './figures.ts'
import { showThemeChoice } from './frame.ts'
import { expect, test } from './product-test.ts'

const canvas = { light: 'rgb(255, 255, 255)', dark: 'rgb(27, 23, 24)' } as const

const cases = [
  { choice: 'light', system: 'light', shown: 'light' },
  { choice: 'light', system: 'dark', shown: 'light' },
  { choice: 'dark', system: 'light', shown: 'dark' },
  { choice: 'dark', system: 'dark', shown: 'dark' },
  { choice: 'system', system: 'light', shown: 'light' },
  { choice: 'system', system: 'dark', shown: 'dark' },
] as const

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('the page has the colours of the choice, or of the system', async ({ page, context, baseURL }) => {
    for (const { choice, system, shown } of cases) {
      await context.addCookies([{ name: 'theme', value: choice, url: baseURL ?? '' }])
      await page.emulateMedia({ colorScheme: system })
      await page.goto('/register')
      await expect(page.locator('html')).toHaveAttribute('data-theme', choice)
      await expect(page.locator('body'), `${choice} on ${system}`).toHaveCSS('background-color', canvas[shown])
      await expect(page.locator('html')).toHaveCSS('color-scheme', choice === 'system' ? 'light dark' : choice)
      const bars = page.locator('meta[name="theme-color"]')
      if (choice === 'system') await expect(bars).toHaveCount(2)
      else await expect(bars).toHaveAttribute('content', choice === 'dark' ? '#1b1718' : 'white')
    }
  })

  test('the style sheet stands in the head, so nothing is painted without it', async ({ page }) => {
    await page.goto('/register')
    await expect(page.locator('head link[rel="stylesheet"]')).toHaveCount(1)
  })
})

test.describe('of somebody else', () => {
  // The choice is stored for the person: the demo's owner is shared by all tests.
  test.use({ isColleague: true })

  test('the switch changes the colours at once and for good', { tag: '@phone' }, async ({ page, visit }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(summaryPath())
    await showThemeChoice(page)
    const dark = page.getByRole('button', { name: 'Dark' })
    await dark.click()
    await expect(page.locator('body')).toHaveCSS('background-color', canvas.dark)
    await expect(dark).toHaveAttribute('aria-pressed', 'true')
    const saved = async () => (await page.context().cookies()).find(({ name }) => name === 'theme')?.value
    await expect.poll(saved).toBe('dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('body')).toHaveCSS('background-color', canvas.dark)
  })

  test('the page stays where it is when the colours change', async ({ page, visit }) => {
    await visit(summaryPath('?range=7d'))
    await page.getByRole('button', { name: 'Light' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page).toHaveURL(summaryPath('?range=7d'))
  })
})
