import { demoShop, summaryPath } from './figures.ts'
import { mailsTo, mailTo } from './mailbox.ts'
import { addPerson, newAddress } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { addressField, enterCode, logIn, passwordField } from './sign-in-page.ts'

// The browser logs a rejected form with such a status.
test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|422)/ })

test('a password leads to the page that was asked for, and the next time to the start', async ({ page, visit }) => {
  const { account } = findProduct()
  await visit(summaryPath('?range=7d'))
  await expect(page).toHaveURL('/auth/login')
  await expect(page).toHaveTitle('Sign in - Tillsight')
  await logIn(page, account)
  await expect(page).toHaveURL(summaryPath('?range=7d'))
  await expect(page).toHaveTitle(`${demoShop.name} - Tillsight`)
  await page.context().clearCookies({ name: /^sb-localhost/ })
  await visit('/auth/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/')
  await visit('/auth/login')
  await expect(page).toHaveURL('/')
})

test('a wrong password is refused in words that do not tell whether there is an account', async ({ page, visit }) => {
  const person = await addPerson('Ada')
  const refusal = 'Wrong email or password. Try again or reset your password.'
  await visit('/auth/login')
  for (const email of [person.email, newAddress('nobody')]) {
    await logIn(page, { email, password: 'not the password 1' })
    await expect(page.getByRole('alert')).toHaveText(refusal)
    await expect(addressField(page)).toHaveValue(email)
    await page.reload()
    await waitUntilAlive(page)
  }
  await logIn(page, person)
  await expect(page).toHaveURL('/')
})

test('an empty form and what is no address are refused before anybody is asked', async ({ page, visit }) => {
  await visit('/auth/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('You must provide either an email or phone number and a password')
  await logIn(page, { email: 'no address', password: 'anything' })
  await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(addressField(page)).toHaveAccessibleDescription(/^Enter an email address, or a phone number/)
  await expect(addressField(page)).toBeFocused()
})

test('a one-time code leads in; a wrong one is refused beside its field', async ({ page, request, visit }) => {
  const { email } = await addPerson('Ben')
  await visit('/auth/login')
  await page.getByRole('link', { name: 'One-time code' }).click()
  await expect(page).toHaveURL('/auth/login?way=code')
  await addressField(page).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(`If ${email} belongs to an account, a six-digit code is on its way.`)).toBeVisible()
  const { code } = await mailTo(request, email)
  await enterCode(page, code === '111111' ? '222222' : '111111')
  const field = page.getByRole('textbox', { name: 'Six-digit code' })
  await expect(field).toHaveAccessibleDescription(/^Wrong or expired code/)
  await expect(field).toBeFocused()
  await enterCode(page, code)
  await expect(page).toHaveURL('/')
})

test('an address without an account is answered the same, and gets no mail', async ({ page, request, visit }) => {
  const email = newAddress('nobody')
  await visit('/auth/login?way=code')
  await addressField(page).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText(`If ${email} belongs to an account, a six-digit code is on its way.`)).toBeVisible()
  await enterCode(page, '123456')
  await expect(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveAccessibleDescription(
    /^Wrong or expired code/,
  )
  expect(await mailsTo(request, email)).toEqual([])
})

test('the link of a mail leads in, to the page that was asked for, and once only', async ({ page, request, visit }) => {
  const { email } = await addPerson('Cleo')
  await visit('/account/notifications')
  await page.getByRole('link', { name: 'Email link' }).click()
  await expect(page).toHaveURL('/auth/login?way=link')
  await addressField(page).fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(`If ${email} belongs to an account, a link is on its way.`)).toBeVisible()
  const { link } = await mailTo(request, email)
  const submit = page.getByRole('button', { name: 'Sign in on this device' })
  await page.goto(link)
  await submit.click()
  await expect(page).toHaveURL('/account/notifications')
  await page.context().clearCookies()
  await page.goto(link)
  await submit.click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('nothing that stands in cookies, addresses or links leads to another site', async ({ page, request, visit }) => {
  const { account, address } = findProduct()
  const traps = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%2F/evil.example',
    'javascript:alert(1)',
  ]
  const setCookie = (value: string) =>
    page.context().addCookies([{ name: 'sb-redirect-path', value: encodeURIComponent(value), url: address }])
  await setCookie('//evil.example')
  await visit('/auth/login?next=//evil.example&redirect_to=https://evil.example')
  await logIn(page, account)
  await expect(page).toHaveURL('/')
  for (const trap of traps) {
    await setCookie(trap)
    const response = await page.request.get('/auth/login', { maxRedirects: 0 })
    expect(response.headers()['location'], trap).toBe('/')
  }
  // An emailed link with a different return path than the requested one.
  const { email } = await addPerson('Dora')
  await page.context().clearCookies()
  await visit('/auth/login?way=link')
  await addressField(page).fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const link = new URL((await mailTo(request, email)).link)
  const wire = new URL('/auth/v1/verify?type=magiclink&token=made-up', address)
  for (const entry of [link, wire]) entry.searchParams.set('redirect_to', 'https://evil.example//evil.example')
  const response = await request.get(wire.href, { maxRedirects: 0 })
  expect(new URL(response.headers()['location'] ?? '').hostname).toBe('localhost')
  await page.goto(link.href)
  await page.getByRole('button', { name: 'Sign in on this device' }).click()
  await expect(page).toHaveURL('/')
})

test('everything can be done by keyboard alone', async ({ page, visit }) => {
  const person = await addPerson('Emil')
  await visit('/auth/login')
  await tabTo('the address')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type('wrong password 1')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show the password' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await passwordField(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      if (await addressField(page).evaluate((field) => field === document.activeElement)) return
    }
    throw new Error(`Twelve presses of Tab did not reach ${name}.`)
  }
})

test('every field and button of the signed-out screens has a name, every screen one heading', async ({ page }) => {
  for (const path of [
    '/auth/login',
    '/auth/login?way=code',
    '/auth/login?way=link&sent=a@example.com',
    '/auth/register',
    '/auth/password/forgot',
    '/auth/password/reset',
    '/auth/callback?error=access_denied',
    '/auth/confirm?type=signup&token_hash=x',
    '/invitation/unknown',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('main'), path).toHaveCount(1)
    const controls = page.getByRole('textbox').or(page.getByRole('button')).or(page.getByRole('link'))
    for (const control of await controls.all()) await expect(control, path).toHaveAccessibleName(/\S/)
    // Password fields have no textbox role.
    for (const field of await page.locator('input[type="password"]').all()) {
      await expect(field, path).toHaveAccessibleName('Password')
    }
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('one can sign in, be refused and create an account', async ({ page, request }) => {
    const person = await addPerson('Frida')
    await page.goto('/account/notifications')
    await expect(page).toHaveURL('/auth/login')
    await logIn(page, { ...person, password: 'not the password 1' })
    await expect(page.getByRole('alert')).toHaveText(/^Wrong email or password/)
    await expect(addressField(page)).toHaveValue(person.email)
    await logIn(page, person)
    await expect(page).toHaveURL('/account/notifications')
    await page.context().clearCookies()
    const email = newAddress('gina')
    await page.goto('/auth/register')
    await page.getByRole('textbox', { name: 'Your name' }).fill('Gina')
    await addressField(page).fill(email)
    await passwordField(page).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(passwordField(page)).toHaveAccessibleDescription(/^The password is too short/)
    await expect(addressField(page)).toHaveValue(email)
    await passwordField(page).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await enterCode(page, (await mailTo(request, email)).code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL('/register')
    await expect(page.getByRole('heading', { name: 'Set up your shop' })).toBeVisible()
  })
})
