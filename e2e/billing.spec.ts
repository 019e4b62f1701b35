import type { Page } from '@playwright/test'
import { type StripeFake, startStripeFake } from '../simulators/index.ts'
import { expectNoBarriers } from './barriers.ts'
import { addOwner, enter } from './people.ts'
import { announceProduct, findProduct, type ProductAddresses } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { type RunningProduct, runProduct } from './running-product.ts'

// The browser logs a rejected form with such a status, and the certificate of the front that purchases come back to.
test.use({
  isVisitor: true,
  expectedMessage: /the server responded with a status of (400|404|409)|SSL certificate error occurred when fetching/,
})
test.describe.configure({ mode: 'serial' })

/** Where plans are sold: a product of its own, beside that of all other tests, and a simulated Stripe. */
let stripe: StripeFake
let product: RunningProduct
let others: ProductAddresses

test.beforeAll(async () => {
  test.setTimeout(240_000)
  stripe = await startStripeFake()
  const small = stripe.addPlan({ name: 'Small', currency: 'eur', month: 2000, year: 20_000 })
  const large = stripe.addPlan({ name: 'Large', currency: 'eur', month: 6000, year: 60_000 })
  const secret = 'whsec_ofTheBrowserTests'
  product = await runProduct(
    {
      STRIPE_SECRET_KEY: stripe.testKey,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_URL: stripe.url,
      STRIPE_PLANS: JSON.stringify([
        {
          id: 'small',
          name: 'Small',
          prices: { month: small.month, year: small.year },
          limits: { ordersPerMonth: 1000, shops: 1, members: 3, historyMonths: 12 },
          features: ['Answers by email'],
        },
        { id: 'large', name: 'Large', prices: { month: large.month, year: large.year }, limits: {}, features: [] },
      ]),
    },
    { hasDemo: false },
  )
  others = findProduct()
  announceProduct(product.addresses)
  stripe.listen(`${product.addresses.address}/webhooks/stripe`, 'test', secret)
})

test.afterAll(async () => {
  announceProduct(others)
  await product.stop()
  await stripe.stop()
})

test('from a trial to a payment that fails, read only, and back', async ({ page, visit }) => {
  test.setTimeout(180_000)
  const owner = await addOwner('Paula')
  await enter(page.context(), owner)
  const plans = `/shop/${owner.domain}/settings/plans`
  const banner = page.getByRole('complementary').filter({ has: page.getByRole('link', { name: 'Go to the plan' }) })
  await visit(`/shop/${owner.domain}`)
  await expect(banner).toContainText('Until then, everything works.')
  await banner.getByRole('link').click()
  await expect(current(page)).toContainText('The first 14 days are free')
  await expectNoBarriers(page)

  await page.getByRole('button', { name: 'Try Small for 14 days' }).click()
  await expect(page.getByRole('heading', { name: 'Start trial' })).toBeVisible()
  await page.getByRole('button', { name: 'Start trial' }).click()
  await expect(page.getByText('Thank you. Small is active.')).toBeVisible()
  await expect(current(page)).toContainText('14 days left')
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Usage' })).toContainText('1 of 1')

  const customer = [...stripe.test.customers.values()].find(({ email }) => email === owner.email)?.id ?? ''
  stripe.setCard(customer, '4242424242424242')
  await stripe.advance({ days: 14, hours: 2 })
  await expectOn(page, plans, async () => await expect(current(page)).toContainText('Active', soon))
  await expect(page.getByRole('region', { name: 'Invoices', exact: true })).toContainText('€20.00')

  stripe.setCard(customer, '4000000000000341')
  await stripe.advance({ days: 31, hours: 2 })
  await expectOn(page, plans, async () => await expect(banner).toContainText('The last payment failed.', soon))
  await expectNoBarriers(page)

  stripe.settings.afterRetries = 'unpaid'
  await stripe.advance({ days: 16 })
  await expectOn(page, plans, async () => await expect(banner).toContainText('an invoice is unpaid', soon))
  await visit(`/shop/${owner.domain}/settings/api-keys`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly sheet')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText(/This organisation is read only/)).toBeVisible()

  await banner.getByRole('link').click()
  await page.getByRole('button', { name: 'Payment method and invoices' }).click()
  await expect(page.getByRole('heading', { name: 'Billing', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('button', { name: /^Pay invoice/ }).click()
  await expect(page.getByText('Invoice paid.')).toBeVisible()
  await page.getByRole('link', { name: 'Return to merchant' }).click()
  await expectOn(page, plans, async () => await expect(current(page)).toContainText('Active', soon))
  await expect(banner).toHaveCount(0)
  await visit(`/shop/${owner.domain}/settings/api-keys`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly sheet')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('region', { name: 'The key “Weekly sheet”' })).toBeVisible()
})

test('a change shows its amount first, and two presses cancel', async ({ page, visit }) => {
  test.setTimeout(120_000)
  const owner = await addOwner('Quirin')
  await enter(page.context(), owner)
  const plans = `/shop/${owner.domain}/settings/plans`
  await visit(plans)
  await page.getByRole('button', { name: 'Try Small for 14 days' }).click()
  await page.getByRole('button', { name: 'Start trial' }).click()
  await expect(current(page)).toContainText('Trial')
  const customer = [...stripe.test.customers.values()].find(({ email }) => email === owner.email)?.id ?? ''
  stripe.setCard(customer, '4242424242424242')
  await stripe.advance({ days: 14, hours: 2 })
  await expectOn(page, plans, async () => await expect(current(page)).toContainText('Active', soon))

  await page.getByRole('link', { name: 'Change to Large' }).click()
  const preview = page.getByRole('region', { name: 'Change to Large' })
  await expect(preview).toContainText(/€\d+\.\d\d is charged for the rest/)
  await expect(preview).toContainText('€60.00 per month')
  await expectNoBarriers(page)
  await preview.getByRole('button', { name: 'Confirm change' }).click()
  await expect(page.getByText('The plan is changed.')).toBeVisible()
  await expect(current(page)).toContainText('Large')

  await page.getByRole('link', { name: 'Change to Small' }).click()
  await expect(page.getByRole('region', { name: 'Change to Small' })).toContainText('Nothing is charged today.')
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await expect(current(page)).toContainText('Changes to Small on')
  await page.getByRole('button', { name: 'Keep Large' }).click()
  await expect(page.getByText('The plan continues.')).toBeVisible()

  await page.getByText('Cancel plan…').click()
  await expect(page.getByRole('link', { name: 'Export your data' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(current(page)).toContainText('Until then, everything works.')
  await page.getByRole('button', { name: 'Keep Large' }).click()
  await expect(current(page)).toContainText('Renews on')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a plan is bought, and a purchase of somebody else grants nothing', async ({ page }) => {
    const owner = await addOwner('Sina')
    await enter(page.context(), owner)
    await page.goto('/account/billing')
    await page.getByRole('button', { name: 'Try Large for 14 days' }).click()
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    const returns = page.waitForRequest(/[?&]session=/)
    await page.getByRole('button', { name: 'Start trial' }).click()
    const session = new URL((await returns).url()).searchParams.get('session') ?? ''
    await expect(page.getByText('Thank you. Large is active.')).toBeVisible()
    const stranger = await addOwner('Tilo')
    await page.context().clearCookies()
    await enter(page.context(), stranger)
    await page.goto(`/account/billing?session=${session}`)
    await expect(page.getByText('This purchase doesn’t belong to this organisation.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('No plan yet')
  })
})

const soon = { timeout: 1_000 }

function current(page: Page) {
  return page.getByRole('region', { name: 'Your plan', exact: true })
}

/** Opens the page until what a webhook has changed is on it. */
async function expectOn(page: Page, path: string, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await holds()
  }).toPass({ timeout: 30_000 })
}
