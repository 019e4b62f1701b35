import { mailsTo, mailTo } from './mailbox.ts'
import { addPerson, newAddress, newDomain, password } from './people.ts'
import { expect, test } from './product-test.ts'
import { addressField, enterCode, passwordField } from './sign-in-page.ts'
import { type FixtureStore, openFixtureStore } from './trial-store.ts'

// The browser logs a rejected form with such a status.
test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|409|422|502)/ })

const stores: FixtureStore[] = []

// Kept until the end: the product continues to sync connected stores.
test.afterAll(() => Promise.all(stores.map((store) => store.close())))

test('leads from nothing to a connected shop in three steps', { tag: '@phone' }, async ({ page, request, visit }) => {
  const email = newAddress('hanna')
  const domain = newDomain('hanna')
  await visit('/auth/register')
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  const step = page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]')
  await expect(step).toContainText('Account')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Hanna')
  await addressField(page).fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await enterCode(page, (await mailTo(request, email)).code)

  await expect(page).toHaveURL('/register')
  await expect(step).toContainText('Shop')
  await page.getByRole('textbox', { name: 'Domain of the shop' }).fill(domain)
  await page.getByRole('textbox', { name: 'Name' }).fill('Hannas Laden')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Vienna')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await page.getByRole('button', { name: 'Create the shop' }).click()

  await expect(page).toHaveURL(`/register/connect?shop=${domain}`)
  await expect(step).toContainText('Store')
  const store = await openFixtureStore('Hannas Laden', 1)
  stores.push(store)
  await page.getByText('Use keys instead').click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Check and connect' }) })
  await form.getByLabel('Address of the shop').fill(store.url)
  await form.getByLabel('Consumer key').fill(store.key)
  await form.getByLabel('Consumer secret').fill('wrong')
  await form.getByRole('checkbox').uncheck()
  await form.getByRole('button', { name: 'Check and connect' }).click()
  await expect(page.getByText(/key/i).and(page.locator('[role="alert"] *, [id$="-error"]')).first()).toBeVisible()
  await expect(form.getByLabel('Address of the shop')).toHaveValue(store.url)
  await form.getByLabel('Consumer key').fill(store.key)
  await form.getByLabel('Consumer secret').fill(store.secret)
  await form.getByRole('button', { name: 'Check and connect' }).click()
  // Remaining setup steps, then the figures.
  await expect(page).toHaveURL(`/shop/${domain}/setup/done`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Connect the store' })).toContainText('(done)')
  await page.getByRole('link', { name: 'Go to the summary' }).click()
  await expect(page).toHaveURL(`/shop/${domain}`)
  await expect(page).toHaveTitle('Hannas Laden - Tillsight')
})

test('each thing that a password lacks is named, and ticked off while typing', async ({ page, visit }) => {
  await visit('/auth/register')
  const rules = page.getByRole('listitem').filter({ hasText: /characters|letter|number/ })
  await expect(rules).toHaveText(['At least 8 characters', 'A letter', 'A number'])
  const said = page.locator('[aria-live="polite"]').filter({ hasText: /^Still needed|^The password/ })
  await passwordField(page).pressSequentially('a')
  await expect(rules).toHaveText(['At least 8 characters – missing', 'A letter – done', 'A number – missing'])
  await expect(said).toHaveText('Still needed: At least 8 characters')
  await passwordField(page).pressSequentially('bcdefgh')
  await expect(rules).toHaveText(['At least 8 characters – done', 'A letter – done', 'A number – missing'])
  await expect(said).toHaveText('Still needed: A number')
  await passwordField(page).pressSequentially('9')
  await expect(rules).toHaveText(['At least 8 characters – done', 'A letter – done', 'A number – done'])
  await expect(said).toHaveText('The password is strong enough')
  await passwordField(page).fill('1'.repeat(73))
  await expect(rules.or(page.getByText('At most 72 bytes'))).toHaveCount(4)
})

test('what is missing or too weak is refused beside its field, and nothing else is lost', async ({ page, visit }) => {
  const email = newAddress('ida')
  await visit('/auth/register')
  await addressField(page).fill(email)
  await page.getByRole('button', { name: 'Create account' }).click()
  const name = page.getByRole('textbox', { name: 'Your name' })
  await expect(name).toHaveAccessibleDescription(/^Enter your name/)
  await expect(name).toBeFocused()
  await name.fill('Ida')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('You must provide either an email or phone number and a password')
  await passwordField(page).fill('weak')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(passwordField(page)).toHaveAccessibleDescription(
    /^The password is too short. The password lacks a kind of character./,
  )
  await expect(passwordField(page)).toBeFocused()
  await expect(name).toHaveValue('Ida')
  await expect(addressField(page)).toHaveValue(email)
  // A changed password clears the error of the last one.
  await passwordField(page).fill(password)
  await expect(passwordField(page)).not.toHaveAttribute('aria-invalid', 'true')
})

test('an address that has an account leads to the same page, and nobody gets another account by it', async ({
  page,
  request,
  visit,
}) => {
  const { email } = await addPerson('Jan')
  const textOfPage = async (address: string): Promise<string> => {
    await visit('/auth/register')
    await page.getByRole('textbox', { name: 'Your name' }).fill('Jan')
    await addressField(page).fill(address)
    await passwordField(page).fill('quite 1 other')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const text = await page.getByRole('main').innerText()
    return text.replaceAll(address, '…').replaceAll(/in \d+ s/g, '')
  }
  const other = newAddress('kai')
  expect(await textOfPage(email)).toBe(await textOfPage(other))
  await mailTo(request, other)
  expect((await mailsTo(request, email)).filter(({ subject }) => subject === 'Confirm your email address')).toEqual([])
})

test('the link of the mail confirms the address as its code does', async ({ page, request, visit }) => {
  const email = newAddress('lena')
  await visit('/auth/register')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Lena')
  await addressField(page).fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto((await mailTo(request, email)).link)
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await expect(page).toHaveURL('/register')
  await visit('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Lena' })).toBeVisible()
})
