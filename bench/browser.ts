// A browser as benchmarks drive it.
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import type { Door } from './door.ts'

/** Gives the work a browser and closes it afterwards. */
export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const { executablePath, env } = findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...toTexts(process.env), ...env },
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

/** A new page of whoever came through the door. */
export async function openPage(browser: Browser, { address, cookie }: Door): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const pairs = cookie.split('; ').filter((pair) => pair !== '')
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: address }
    }),
  )
  return await context.newPage()
}

/** From now on the slowest interaction of a page is remembered. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { slowest: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Rows that come to lie under the mouse while a page is scrolled are told too: nobody has pressed anything.
        if (Reflect.get(entry, 'interactionId') === 0) continue
        Object.assign(window, { slowest: Math.max(Reflect.get(window, 'slowest'), entry.duration) })
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Milliseconds from the press of a key or button to what it led to being painted, of the slowest one. */
export async function slowestInteraction(page: Page): Promise<number> {
  return await page.evaluate((): number => Reflect.get(window, 'slowest'))
}

/** React has taken the page over. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
}

function toTexts(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}
