import { test as base, expect, type Page } from '@playwright/test'
import { addColleague, sessionOf } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { noState, toStorageState } from './signed-in.ts'

interface Expectations {
  /** What the browser's console may say in a test that provokes it. */
  readonly expectedMessage: RegExp | undefined
  /** Nobody is signed in. */
  readonly isVisitor: boolean
  /** An analyst of the demo's organisation with nothing arranged yet, instead of its owner. */
  readonly isColleague: boolean
}

interface Fixtures extends Expectations {
  /** Opens a page of the product and waits until it answers to the keyboard and the pointer. */
  readonly visit: (path: string) => Promise<void>
  readonly quietConsole: void
}

/** A test of the running product. It fails when the page breaks its security policy or complains in the console. */
export const test = base.extend<Fixtures>({
  expectedMessage: [undefined, { option: true }],
  baseURL: async ({}, use) => use(findProduct().address),
  // Every journey is the demo's owner's, unless a file begins without a session: `test.use({ isVisitor: true })`.
  isVisitor: [false, { option: true }],
  isColleague: [false, { option: true }],
  storageState: async ({ isVisitor, isColleague }, use) => {
    if (isVisitor) return await use(noState)
    await use(toStorageState(isColleague ? await sessionOf(await addColleague('Carla')) : findProduct().cookies))
  },
  visit: async ({ page }, use) =>
    use(async (path) => {
      await page.goto(path)
      await waitUntilAlive(page)
    }),
  quietConsole: [
    async ({ page, expectedMessage }, use) => {
      const messages: string[] = []
      listenToConsole(page, messages)
      await use()
      expect(messages.filter((text) => !expectedMessage?.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** Notes everything that the page's console complains about. */
export function listenToConsole(page: Page, messages: string[]): void {
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text())
  })
}

/** The markup comes from the server; React has taken it over once its root says so and elements carry React's fields. */
export async function waitUntilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    const root = Object.keys(document).find((key) => key.startsWith('__reactContainer'))
    const isTakenOver = root !== undefined && !Reflect.get(document, root).stateNode.current.memoizedState.isDehydrated
    return isTakenOver && heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
  // Listeners of the whole document are added after the next painting.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
}
