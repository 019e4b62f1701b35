import { test } from './elsewhere-test.ts'
import { mailsTo, mailTo } from './mailbox.ts'
import { addPerson, enter, newAddress, openDevice } from './people.ts'
import { expect } from './product-test.ts'
import { addressField, enterCode, logIn, passwordField } from './sign-in-page.ts'

// The browser logs a rejected form with such a status.
test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|422)/ })

const another = 'nine calm otters 9'

test('a forgotten password is replaced through the link of a mail, and other devices are signed out', async ({
  page,
  request,
  visit,
  openElsewhere,
}) => {
  const person = await addPerson('Mia')
  const { email, password } = person
  const elsewhere = await openElsewhere(person)
  await elsewhere.goto('/account')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Mia' })).toBeVisible()

  await visit('/auth/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await addressField(page).fill(email)
  await page.getByRole('button', { name: 'Send the email' }).click()
  await expect(page.getByText(`If ${email} belongs to an account, an email is on its way.`)).toBeVisible()
  await page.goto((await mailTo(request, email)).link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/auth/password/reset')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await expect(page.getByText(`For ${email}.`)).toBeVisible()
  const field = passwordField(page, 'New password')
  await field.fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(field).toHaveAccessibleDescription(/^That is the password you have now/)
  await field.fill('weak')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(field).toHaveAccessibleDescription(/^The password is too short/)
  await field.fill(another)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')

  await elsewhere.getByRole('link', { name: 'Profile' }).click()
  await expect(elsewhere).toHaveURL('/auth/login')
  await logIn(elsewhere, person)
  await expect(elsewhere.getByRole('alert')).toBeVisible()
  await logIn(elsewhere, { email, password: another })
  await expect(elsewhere).toHaveURL('/account/profile')
})

test('the code of the mail does as well, and an address without an account is answered the same', async ({
  page,
  request,
  visit,
}) => {
  const nobody = newAddress('nobody')
  const { email } = await addPerson('Nils')
  const texts: string[] = []
  for (const address of [nobody, email]) {
    await visit(`/auth/password/forgot?email=${address}`)
    await page.getByRole('button', { name: 'Send the email' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const text = await page.getByRole('main').innerText()
    texts.push(text.replaceAll(address, '…').replaceAll(/in \d+ s/g, ''))
  }
  expect(texts[0]).toBe(texts[1])
  await enterCode(page, (await mailTo(request, email)).code)
  await expect(page).toHaveURL('/auth/password/reset')
  expect(await mailsTo(request, nobody)).toEqual([])
})

test('a program that reads mail, or another browser, opens the link, and its code still works; then neither does', async ({
  page,
  request,
  visit,
  openElsewhere,
}) => {
  const { email } = await addPerson('Olga')
  await visit(`/auth/password/forgot?email=${email}`)
  await page.getByRole('button', { name: 'Send the email' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const { link, code } = await mailTo(request, email)
  expect((await request.get(link)).status()).toBe(200)
  const elsewhere = await openElsewhere()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await enterCode(page, code)
  await expect(page).toHaveURL('/auth/password/reset')
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.context().clearCookies()
  await visit('/auth/password/reset')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page).toHaveURL('/auth/password/forgot')
})

test('whoever is signed in changes the password, which ends the other sessions', async ({ page, visit }) => {
  const person = await addPerson('Paul')
  await enter(page.context(), person)
  const device = await openDevice(person)
  await visit('/account/security')
  await page.getByRole('link', { name: 'Change password' }).click()
  const current = passwordField(page, 'Current password')
  const field = passwordField(page, 'New password')
  await current.fill(person.password)
  await field.fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(field).toHaveAccessibleDescription(/That is the password you have now/)
  await expect(field).toBeFocused()
  await current.fill('not the password 1')
  await field.fill(another)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(current).toHaveAccessibleDescription(/That is not the password you have now/)
  await current.fill(person.password)
  await field.fill(another)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status').getByText('Your password is changed.')).toBeVisible()
  const { error } = await device.refreshSession()
  expect(error?.code).toMatch(/session_not_found|refresh_token_not_found/)
})
