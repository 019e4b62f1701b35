// The pictures of the documentation, taken of the built product with its demo shop.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { demoShop, summaryPath } from '../e2e/figures.ts'
import { waitUntilAlive } from '../e2e/product-test.ts'
import { runProduct } from '../e2e/running-product.ts'
import { noState, toStorageState } from '../e2e/signed-in.ts'
import { panel } from '../e2e/summary-page.ts'
import { ensureBuild } from './house/fresh-build.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly theme: 'light' | 'dark'
  readonly size: { readonly width: number; readonly height: number }
  /** Waits for what comes after the page itself. */
  readonly settle?: (page: Page) => Promise<unknown>
  /** Shown to somebody who is not signed in. */
  readonly isVisitor?: true
}

const folder = join(import.meta.dirname, '..', 'docs', 'screenshots')
const largest = 300 * 1024
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const breakdown = (page: Page) => page.getByRole('table', { name: /by Country$/ }).waitFor()

const pictures: readonly Picture[] = [
  { name: 'summary-light', path: summaryPath(), theme: 'light', size: wide, settle: breakdown },
  { name: 'summary-dark', path: summaryPath(), theme: 'dark', size: wide, settle: breakdown },
  { name: 'summary-phone', path: summaryPath(), theme: 'light', size: phone, settle: breakdown },
  {
    name: 'drill-down-light',
    path: summaryPath('?open=sales'),
    theme: 'light',
    size: wide,
    settle: (page) => panel(page, 'Sales').getByRole('row', { name: 'Total' }).waitFor(),
  },
  { name: 'integrations-light', path: `/shop/${demoShop.domain}/integrations`, theme: 'light', size: wide },
  { name: 'login-light', path: '/auth/login', theme: 'light', size: wide, isVisitor: true },
  { name: 'login-phone-dark', path: '/auth/login', theme: 'dark', size: phone, isVisitor: true },
  { name: 'security-light', path: '/account/security', theme: 'light', size: wide },
  { name: 'members-light', path: `/shop/${demoShop.domain}/settings/members`, theme: 'light', size: wide },
]

ensureBuild()
mkdirSync(folder, { recursive: true })
const { executablePath, env, origin } = await findBrowser()
console.log(`Browser: ${origin}`)
const product = await runProduct()
try {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, ...env },
  })
  for (const picture of pictures) await take(browser, picture)
  await browser.close()
} finally {
  await product.stop()
}

async function take(browser: Browser, { name, path, theme, size, settle, isVisitor }: Picture): Promise<void> {
  const page = await browser.newPage({
    baseURL: product.addresses.address,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: isVisitor ? noState : toStorageState(product.addresses.cookies),
  })
  await page.goto(path)
  await waitUntilAlive(page)
  await settle?.(page)
  // A ring around what has the keyboard means nothing in a picture.
  await page.addStyleTag({ content: ':focus-visible { outline: none !important }' })
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file, animations: 'disabled' })
  await page.close()
  const bytes = statSync(file).size
  console.log(`${name}.png ${Math.round(bytes / 1024)} KB`)
  if (bytes > largest) throw new Error(`${name}.png has ${bytes} bytes; ${largest} are the limit.`)
}
