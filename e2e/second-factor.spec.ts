import { codeFor } from './authenticator.ts'
import { addGuardedPerson, addPerson, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { enterCode, logIn, logOut } from './sign-in-page.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|401|422)/ })

test('an authenticator app is set up, asked for, and replaced by a recovery code when it is lost', async ({
  page,
  visit,
}) => {
  const person = await addPerson('Quentin')
  await enter(page.context(), person)
  await visit('/account/security')
  await page.getByRole('link', { name: 'Add an authenticator app' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My phone')
  await page.getByRole('button', { name: 'Show the key' }).click()
  await expect(page.getByRole('img', { name: /^QR code that contains the key/ })).toBeVisible()
  const key = await page.getByLabel('Or type this key into the app:').innerText()
  await enterCode(page, codeFor(key) === '000000' ? '111111' : '000000')
  await expect(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveAccessibleDescription(
    /That code is not right/,
  )
  await expect(page.getByLabel('Or type this key into the app:')).toHaveText(key)
  await enterCode(page, codeFor(key))

  await expect(page).toHaveURL('/account/security/recovery-codes?done=factor-added')
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  await expect(page.getByRole('heading', { name: /^Store these now/ })).toBeFocused()
  const codes = await page.getByRole('main').getByRole('list').getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBe(10)
  await page.getByRole('checkbox', { name: /^I have stored them/ }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL('/account/security?done=codes-stored')
  await expect(page.getByRole('heading', { name: 'Two-step verification On' })).toBeVisible()

  await logOut(page)
  await visit('/account/billing')
  await logIn(page, person)
  await expect(page).toHaveURL('/auth/mfa')
  await expect(page.getByText('Enter the code that your app shows now: My phone.')).toBeVisible()
  // The first factor alone grants no access.
  expect((await page.request.get('/api/v1/shops')).status()).toBe(401)
  await visit('/account/security')
  await expect(page).toHaveURL('/auth/mfa')
  await enterCode(page, codeFor(key) === '000000' ? '111111' : '000000')
  await expect(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveAccessibleDescription(
    /That code is not right/,
  )
  await enterCode(page, codeFor(key, { next: 1 }))
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByText('10 left')).toBeVisible()

  await logOut(page)
  await logIn(page, person)
  await expect(page).toHaveURL('/auth/mfa')
  await page.getByText('Lost your device?').click()
  const field = page.getByRole('textbox', { name: 'Recovery code' })
  await field.fill('not-a-code')
  await page.getByRole('button', { name: 'Use the recovery code' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await field.fill(codes[3] ?? '')
  await page.getByRole('button', { name: 'Use the recovery code' }).click()
  await expect(page).toHaveURL('/')
  await visit('/account/security')
  await expect(page.getByRole('heading', { name: 'Two-step verification Off' })).toBeVisible()
})

test('whoever gives up on the second step is signed out', async ({ page, visit }) => {
  await visit('/auth/login')
  await logIn(page, await addGuardedPerson('Rosa'))
  await page.getByRole('button', { name: 'Cancel and sign out' }).click()
  await expect(page).toHaveURL('/auth/login')
  await visit('/auth/mfa')
  await expect(page).toHaveURL('/auth/login')
})
