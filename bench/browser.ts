// Controls a browser for benchmarks.
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import type { Door } from './door.ts'

/** Opens a browser for the work and closes it afterwards. */
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

/** A new page with the owner's session. */
export async function openPage(browser: Browser, door: Door): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(cookiesOf(door))
  return await context.newPage()
}

/** Gives a browser that listens on a port the session of a person; without a session it stays a visitor's. */
export async function signInBrowser(port: number, door: Door): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://localhost:${port}`)
  for (const context of browser.contexts()) await context.addCookies(cookiesOf(door))
  await browser.close()
}

function cookiesOf({ address, cookie }: Door) {
  const pairs = cookie.split('; ').filter((pair) => pair !== '')
  return pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: address }
  })
}

/** Starts recording the slowest interaction of a page. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { slowest: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Hover events while scrolling are reported too: they are not interactions.
        if (Reflect.get(entry, 'interactionId') === 0) continue
        Object.assign(window, { slowest: Math.max(Reflect.get(window, 'slowest'), entry.duration) })
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Milliseconds from a key or pointer press to the next paint, of the slowest interaction. */
export async function slowestInteraction(page: Page): Promise<number> {
  return await page.evaluate((): number => Reflect.get(window, 'slowest'))
}

/** Waits until React has hydrated the page. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
}

function toTexts(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}
