import { demoShop, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { daysButton, daysMenu, panel, tile } from './summary-page.ts'

test('everything of the summary can be done by keyboard alone', async ({ page, visit }) => {
  await visit(summaryPath())
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  // Days: past the saved views to the step back, open the menu, choose.
  await tabTo('the step back', page.getByRole('link', { name: 'Previous period' }))
  await page.keyboard.press('Tab')
  await expect(daysButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const week = daysMenu(page).getByRole('link', { name: 'Last 7 days' })
  await tabTo('Last 7 days', week)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(summaryPath('?range=7d'))
  await expect(daysButton(page)).toBeFocused()

  // A figure, the orders behind it, one of them, and back again.
  await tabTo('Sales', tile(page, 'Sales').getByRole('link'))
  await page.keyboard.press('Enter')
  const list = panel(page, 'Sales')
  await tabTo('an order', list.getByRole('link', { name: /^NK-/ }).first())
  await page.keyboard.press('Enter')
  await expect(panel(page, /^Order/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(tile(page, 'Sales').getByRole('link')).toBeFocused()

  async function tabTo(name: string, target: ReturnType<typeof page.getByRole>): Promise<void> {
    await target.waitFor()
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`Thirty presses of Tab did not reach ${name}.`)
  }
})

test('the menu of days begins with its first entry, and its calendar keeps the focus', async ({ page, visit }) => {
  await visit(summaryPath())
  await daysButton(page).focus()
  await page.keyboard.press('Enter')
  const menu = daysMenu(page)
  await expect(menu.getByRole('link', { name: 'Today' })).toBeFocused()
  const custom = menu.getByRole('button', { name: 'Custom days…' })
  await custom.focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('heading', { name: 'Custom days' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.locator(':focus')).toHaveCount(1)
  await menu.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(custom).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(daysButton(page)).toBeFocused()
})

test('whatever has the focus shows it', async ({ page, visit }) => {
  await visit(summaryPath())
  const withoutRing: string[] = []
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    const ringless = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return ''
      // A ring on the element, or on the frame of a chart around its invisible slider.
      const rings = [element, element.parentElement].map((each) => each && getComputedStyle(each))
      const hasRing = rings.some((style) => style && style.outlineStyle !== 'none' && style.outlineWidth !== '0px')
      return hasRing ? '' : element.outerHTML.slice(0, 120)
    })
    if (ringless) withoutRing.push(ringless)
  }
  expect(withoutRing).toEqual([])
})

test('landmarks and headings are in order on every page', async ({ page }) => {
  for (const path of ['/', summaryPath(), `/shop/${demoShop.domain}/integrations`, '/register']) {
    await page.goto(path)
    await expect(page.getByRole('main'), path).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const levels = await page
      .locator('main :is(h1, h2, h3, h4):visible')
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))))
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? level) + 1)
    expect(jumps, path).toEqual([])
  }
})

test('nothing moves for people who do not want motion', async ({ page, visit }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(summaryPath())
  await tile(page, 'Sales').getByRole('link').click()
  await expect(panel(page, 'Sales')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Loading', includeHidden: true })).toBeHidden()
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { duration = 0 } = effect?.getComputedTiming() ?? {}
      return typeof duration === 'number' && duration > 1 ? [duration] : []
    }),
  )
  expect(moving).toEqual([])
})
