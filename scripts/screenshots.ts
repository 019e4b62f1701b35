// The pictures of the documentation, taken of the built product with its demo shop.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from '../e2e/browser.ts'
import { adRows } from '../e2e/campaigns-page.ts'
import { demoShop, summaryPath } from '../e2e/figures.ts'
import { waitUntilAlive } from '../e2e/product-test.ts'
import { runProduct } from '../e2e/running-product.ts'
import { noState, toStorageState } from '../e2e/signed-in.ts'
import { panel, totalBehind } from '../e2e/summary-page.ts'
import { ensureBuild } from './house/fresh-build.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly theme: 'light' | 'dark'
  readonly size: { readonly width: number; readonly height: number }
  /** Waits for content that streams in after the page. */
  readonly settle?: (page: Page) => Promise<unknown>
  /** Shown without signing in. */
  readonly isVisitor?: true
  /** Set for the demo shop while the picture is taken. */
  readonly language?: 'de' | 'ar'
}

const folder = join(import.meta.dirname, '..', 'docs', 'screenshots')
/** The packed browser has no Arabic letters; readers' systems have their own. */
const arabicFont = fileURLToPath(
  import.meta.resolve('@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2'),
)
const largest = 80 * 1024
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const breakdown = (page: Page) => page.getByRole('table', { name: /, Country$/ }).waitFor()
const anyTable = (page: Page) => page.getByRole('main').getByRole('table').first().waitFor()

const pictures: readonly Picture[] = [
  { name: 'summary-light', path: summaryPath(), theme: 'light', size: wide, settle: breakdown },
  { name: 'summary-dark', path: summaryPath(), theme: 'dark', size: wide, settle: breakdown },
  { name: 'summary-phone', path: summaryPath(), theme: 'light', size: phone, settle: breakdown },
  {
    name: 'drill-down-light',
    path: summaryPath('?open=sales'),
    theme: 'light',
    size: wide,
    settle: (page) => totalBehind(panel(page, 'Sales')).waitFor(),
  },
  { name: 'summary-german', path: summaryPath(), theme: 'light', size: wide, settle: anyTable, language: 'de' },
  { name: 'summary-arabic-dark', path: summaryPath(), theme: 'dark', size: wide, settle: anyTable, language: 'ar' },
  {
    name: 'customise-light',
    path: summaryPath('?customise=1'),
    theme: 'light',
    size: wide,
    settle: (page) => page.getByRole('button', { name: 'Move Sales', exact: true }).first().waitFor(),
  },
  {
    name: 'command-menu-dark',
    path: summaryPath(),
    theme: 'dark',
    size: wide,
    settle: async (page) => {
      await breakdown(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      await page.getByText('Loading metrics and views …').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'all-shops-light',
    path: summaryPath('/hub'),
    theme: 'light',
    size: wide,
    settle: (page) => page.getByRole('list', { name: 'Data status' }).nth(1).waitFor(),
  },
  { name: 'campaigns-light', path: summaryPath('/campaigns'), theme: 'light', size: wide, settle: untilAttributed },
  {
    name: 'attribution-light',
    path: summaryPath('/attributions?model=linear_all'),
    theme: 'light',
    size: wide,
    settle: (page) => page.getByRole('treegrid', { name: 'Attribution by level' }).waitFor(),
  },
  {
    name: 'attribution-phone-dark',
    path: summaryPath('/attributions?model=linear_all'),
    theme: 'dark',
    size: phone,
    settle: (page) => page.getByRole('treegrid', { name: 'Attribution by level' }).waitFor(),
  },
  { name: 'tracking-light', path: summaryPath('/tracking'), theme: 'light', size: wide, settle: anyTable },
  { name: 'product-costs-light', path: summaryPath('/costs/goods'), theme: 'light', size: wide, settle: anyTable },
  {
    name: 'integrations-light',
    path: `/shop/${demoShop.domain}/integrations`,
    theme: 'light',
    size: wide,
    // Until their marks are there, platforms have letters.
    settle: (page) => page.locator('main svg > text').first().waitFor({ state: 'detached' }),
  },
  { name: 'login-light', path: '/auth/login', theme: 'light', size: wide, isVisitor: true },
  { name: 'login-phone-dark', path: '/auth/login', theme: 'dark', size: phone, isVisitor: true },
  { name: 'security-light', path: '/account/security', theme: 'light', size: wide },
  { name: 'members-light', path: `/shop/${demoShop.domain}/settings/members`, theme: 'light', size: wide },
]

await ensureBuild()
mkdirSync(folder, { recursive: true })
const { executablePath, env, origin } = findBrowser()
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

async function take(browser: Browser, picture: Picture): Promise<void> {
  const { name, path, theme, size, settle, isVisitor, language } = picture
  const page = await browser.newPage({
    baseURL: product.addresses.address,
    viewport: size,
    isMobile: size === phone,
    hasTouch: size === phone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: isVisitor ? noState : toStorageState(product.addresses.cookies),
  })
  if (language !== undefined) await chooseLanguage(page, language)
  await page.goto(path)
  await waitUntilAlive(page)
  await settle?.(page)
  if (language === 'ar') await addArabicLetters(page)
  // Pictures of products and ads that are in view.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  )
  // Focus rings mean nothing in a picture.
  await page.addStyleTag({ content: ':focus-visible { outline: none !important }' })
  const drawn = await page.screenshot({ animations: 'disabled' })
  if (language !== undefined) await chooseLanguage(page, null)
  await page.close()
  // A palette is enough for a screen, and less than half of the bytes.
  const small = sharp(drawn).png({ palette: true, quality: 95, effort: 10 })
  const { size: bytes } = await small.toFile(join(folder, `${name}.png`))
  console.log(`${name}.png ${Math.round(bytes / 1024)} KB`)
  if (bytes > largest) throw new Error(`${name}.png has ${bytes} bytes; ${largest} are the limit.`)
}

/** From the page's own address: its policy allows no other. */
async function addArabicLetters(page: Page): Promise<void> {
  await page.route('**/arabic.woff2', (route) => route.fulfill({ path: arabicFont }))
  await page.evaluate(async () => {
    document.fonts.add(await new FontFace('Arabic', 'url(/arabic.woff2)', { weight: '100 900' }).load())
  })
  await page.addStyleTag({ content: ':root, body { font-family: Inter, "Open Sans", Arabic, sans-serif }' })
}

/** The demo's visits are linked with campaigns in the background, some time after they are imported. */
async function untilAttributed(page: Page): Promise<void> {
  const unlinked = adRows(page).first().getByRole('gridcell', { name: '0.00×' })
  let before = ''
  await expect(async () => {
    await page.reload()
    const now = (await adRows(page).allInnerTexts()).join()
    const isDone = now === before && (await unlinked.count()) === 0
    before = now
    expect(isDone).toBe(true)
  }).toPass({ timeout: 180_000, intervals: [10_000] })
}

/** Null resets the choice. */
async function chooseLanguage(page: Page, language: Picture['language'] | null): Promise<void> {
  const data = { shop: demoShop.domain, preference: { language } }
  const result = await page.request.put('/api/shop/updatePreference', { data })
  if (!result.ok()) throw new Error(`The language was refused: ${await result.text()}`)
}
