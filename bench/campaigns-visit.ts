// The table of campaigns in a real browser: scrolling, and what people do with it.
import type { Page } from 'playwright-core'
import { isAlive, openPage, slowestInteraction, watchInteractions, withBrowser } from './browser.ts'
import type { Door } from './door.ts'
import { atMost, elapsed, medianOf, type Report, shareOf } from './harness.ts'

const scroller = '[aria-label="Table of ads"]'
const rowsToScroll = 600

/** Scrolls through the table and works with it in a real browser; `pathOf` is the page at a level. */
export async function useTable(
  report: Report,
  door: Door,
  pathOf: (level: 'ad' | 'campaign') => string,
): Promise<void> {
  await withBrowser(async (browser) => {
    const page = await openPage(browser, door)
    await page.goto(`${door.address}${pathOf('ad')}`, { waitUntil: 'load' })
    await isAlive(page)
    await loadRows(page)
    const frames = (await scroll(page)).toSorted((x, y) => x - y)
    const rate = 1000 / medianOf(frames)
    const isFluent = { at: 'least', value: 55 } as const
    report({ measure: 'frames a second while scrolling', value: rate, unit: 'per_second', target: isFluent })
    const slow = frames.filter((ms) => ms > 34).length / frames.length
    report({ measure: 'share of frames that took more than two', value: slow, unit: 'ratio', target: atMost(0.05) })
    report({ measure: 'slowest of a hundred frames', value: shareOf(frames, 0.99), unit: 'ms' })
    const sorting = await slowestOf(page, () => sortAndOpen(page))
    await page.goto(`${door.address}${pathOf('campaign')}`, { waitUntil: 'load' })
    await isAlive(page)
    let unfolding = 0
    const walking = await slowestOf(page, async () => {
      unfolding = await elapsed(() => unfold(page))
      await walk(page)
    })
    report({ measure: 'slowest interaction', value: Math.max(sorting, walking), unit: 'ms', target: atMost(200) })
    report({ measure: 'from unfolding a row to what is below it', value: unfolding, unit: 'ms', target: atMost(500) })
  })
}

/** Rows come as they are scrolled to: enough of them first, so that scrolling is measured and not loading. */
async function loadRows(page: Page): Promise<void> {
  await page.waitForFunction(
    ({ scroller, lines }) => {
      const element = document.querySelector(scroller)
      if (element === null) return false
      element.scrollTop = element.scrollHeight
      return element.scrollHeight / 52 >= lines
    },
    { scroller, lines: rowsToScroll },
    { polling: 100, timeout: 60_000 },
  )
  await page.waitForLoadState('networkidle')
}

/** Milliseconds of each frame while the wheel turns, some 20,000 pixels up. */
async function scroll(page: Page): Promise<readonly number[]> {
  await page.mouse.move(720, 600)
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    let last = performance.now()
    const next = (now: number): void => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let turn = 0; turn < 200; turn += 1) await page.mouse.wheel(0, -100)
  const frames: number[] = await page.evaluate(() => Reflect.get(window, 'frames') as unknown as number[])
  return frames.slice(1)
}

/** The slowest interaction of some work on a page, which stays the same document meanwhile. */
async function slowestOf(page: Page, work: () => Promise<void>): Promise<number> {
  await watchInteractions(page)
  await work()
  // Until what it led to is painted and whatever had to be loaded for it is there.
  await page.waitForLoadState('networkidle')
  return await slowestInteraction(page)
}

/** Sorts the table by another figure, and opens a row beside it. */
async function sortAndOpen(page: Page): Promise<void> {
  const table = page.locator(scroller)
  await table.getByRole('columnheader').getByRole('link', { name: 'clicks' }).click()
  await page.waitForURL(/sort=/)
  await page.waitForLoadState('networkidle')
  await table.locator('[data-row]').nth(2).locator('[href*="place="]').first().click()
  await page.getByRole('dialog').waitFor()
}

/** Unfolds the first campaign, until its ad sets are there. */
async function unfold(page: Page): Promise<void> {
  const table = page.locator(scroller)
  await table
    .getByRole('link', { name: /^Unfold/ })
    .first()
    .click()
  await table.locator('[aria-level="2"]').first().waitFor()
}

/** Walks over rows with the keyboard. */
async function walk(page: Page): Promise<void> {
  await page.locator(scroller).locator('[data-row]').first().focus()
  for (let row = 0; row < 20; row += 1) await page.keyboard.press('ArrowDown')
}
