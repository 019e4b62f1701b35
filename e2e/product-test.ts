import { test as base, expect, type Page } from '@playwright/test'
import { addColleague, sessionOf } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { noState, toStorageState } from './signed-in.ts'

interface Expectations {
  /** Console errors that the test provokes. */
  readonly expectedMessage: RegExp | undefined
  /** Without signing in. */
  readonly isVisitor: boolean
  /** As an analyst of the demo's organisation with default preferences, instead of its owner. */
  readonly isColleague: boolean
}

interface Fixtures extends Expectations {
  /** Opens a page of the product and waits until it is interactive. */
  readonly visit: (path: string) => Promise<void>
  readonly quietConsole: void
}

/** A test of the running product. It fails when the page breaks its security policy or complains in the console. */
export const test = base.extend<Fixtures>({
  expectedMessage: [undefined, { option: true }],
  baseURL: async ({}, use) => use(findProduct().address),
  // By default tests run as the demo's owner, unless a file sets `test.use({ isVisitor: true })`.
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

/** Collects errors and warnings of the page's console. */
export function listenToConsole(page: Page, messages: string[]): void {
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text())
  })
}

/**
 * Waits for hydration: React's root is marked, elements carry React's fields, and no visible part is still waiting for its
 * code. Earlier presses would be lost.
 */
export async function waitUntilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    interface Part {
      readonly memoizedState: { readonly dehydrated?: Comment | null; readonly isDehydrated?: boolean } | null
      readonly child: Part | null
      readonly sibling: Part | null
    }
    const isAsleep = (part: Part | null): boolean => {
      for (let each = part; each !== null; each = each.sibling)
        if (each.memoizedState?.dehydrated?.data === '$' || isAsleep(each.child)) return true
      return false
    }
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
    const root: Part | undefined = key && Reflect.get(document, key).stateNode.current
    const heading = document.querySelector('h1')
    if (!root || root.memoizedState?.isDehydrated || !heading) return false
    return Object.keys(heading).some((name) => name.startsWith('__react')) && !isAsleep(root)
  })
  // Document-level listeners are added after the next paint.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
}
