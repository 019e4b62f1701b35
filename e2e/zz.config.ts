import { defineConfig } from '@playwright/test'
import { findLightBrowser } from './browser.ts'

const browser = findLightBrowser()
// Workers load this file again; print it only once.
if (process.env.TEST_WORKER_INDEX === undefined) console.log(`Browser: ${browser.origin}`)

export default defineConfig({
  testDir: '.',
  outputDir: 'results/zz-artifacts',
  fullyParallel: false,
  // Two have work for the processors of a small machine while a third waits for the product, for mail or for a store.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // On a busy machine one of hundreds of tests may fail by chance, so it is retried and reported as flaky; locally it fails
  // at once.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [['list']] : [['list'], ['json']],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  globalSetup: './zz-product.ts',
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
    // The product's TLS front has a self-signed certificate.
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Animations are painted by the CPU, sixty times a second; tests about motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces double the work of every test; the page's text and a screenshot are enough.
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
