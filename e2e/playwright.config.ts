import { defineConfig } from '@playwright/test'
import { findLightBrowser } from './browser.ts'

const browser = findLightBrowser()
// Workers load this file again; once is enough to say it.
if (process.env.TEST_WORKER_INDEX === undefined) console.log(`Browser: ${browser.origin}`)

export default defineConfig({
  testDir: '.',
  outputDir: 'results/artifacts',
  fullyParallel: false,
  // Two have work for the processors of a small machine while a third waits for the product, for mail or for a store.
  workers: 3,
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
    // What moves is painted by the processor, sixty times a second; journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
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
