import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.ts'

const browser = await findBrowser()
// Workers load this file again; once is enough to say it.
if (process.env.TEST_WORKER_INDEX === undefined) console.log(`Browser: ${browser.origin}`)

export default defineConfig({
  testDir: '.',
  outputDir: 'results/artifacts',
  fullyParallel: false,
  // One drives the browser while the other waits for the product, or the other way round.
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // One journey of hundreds that a busy machine tears is tried once more, and named as flaky; at a desk it fails at once.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [['list']] : [['list'], ['json']],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  globalSetup: './product.ts',
  use: {
    launchOptions: {
      executablePath: browser.executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
      env: { ...processEnvironment(), ...browser.env },
    },
    // The product behind TLS shows a certificate of our own.
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Traces double the work of every test; the text of the page and a picture say enough.
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'wide', grepInvert: /@only-phone/, use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone|@only-phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
})

function processEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
