import type { BrowserContext, Page } from '@playwright/test'
import { enter, type Person } from './people.ts'
import { test as base, expect, listenToConsole } from './product-test.ts'
import { noState } from './signed-in.ts'

interface Fixtures {
  /** Opens another browser, signed in as the person if one is given. It closes with the test. */
  readonly openElsewhere: (person?: Person) => Promise<Page>
}

/** A test in several browsers; none of them may log errors. */
export const test = base.extend<Fixtures>({
  openElsewhere: async ({ browser, expectedMessage }, use) => {
    const contexts: BrowserContext[] = []
    const messages: string[] = []
    await use(async (person) => {
      const context = await browser.newContext({ storageState: noState })
      contexts.push(context)
      if (person) await enter(context, person)
      const page = await context.newPage()
      listenToConsole(page, messages)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(messages.filter((text) => !expectedMessage?.test(text))).toEqual([])
  },
})
