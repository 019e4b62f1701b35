import sharp from 'sharp'
import { mailTo } from './mailbox.ts'
import { addPerson, enter, newAddress, openDevice } from './people.ts'
import { expect, test } from './product-test.ts'
import { logIn, logOut } from './sign-in-page.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|403|422)/ })

test('the account is reached from every page and says what to do next', { tag: '@phone' }, async ({ page, visit }) => {
  const person = await addPerson('Sofia')
  await enter(page.context(), person)
  await visit('/')
  await page.getByText('Your account:').locator('visible=true').first().click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Sofia' })).toBeVisible()
  const next = page.getByRole('region', { name: 'What to do next' })
  await expect(next.getByRole('link', { name: /^Add a second factor/ })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Account' })
  for (const name of ['Profile', 'Security', 'Notifications', 'Billing']) {
    await pages.getByRole('link', { name }).click()
    await expect(page).toHaveTitle(`${name} - Tillsight`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(pages.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
})

test('name, zone and picture are saved and shown', { tag: '@phone' }, async ({ page, visit }) => {
  const person = await addPerson('Tom')
  await enter(page.context(), person)
  await visit('/account/profile')
  await page.getByRole('textbox', { name: 'Name' }).fill('Tomás Núñez')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/Lima')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').getByText('Your profile is saved.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Tomás Núñez')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Lima')

  const picture = page.getByLabel('Picture', { exact: true })
  await picture.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert').getByText('Take a JPEG, PNG or WebP file.')).toBeVisible()
  await expect(picture).toHaveAccessibleDescription(/Take a JPEG, PNG or WebP file\./)
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeDisabled()
  // Named like a picture, and still none.
  await picture.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByRole('alert').getByText(/^This is not a whole picture/)).toBeVisible()
  const buffer = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const shown = page.waitForResponse(/\/account\/picture\//)
  await page.getByRole('button', { name: 'Save picture' }).click()
  expect((await shown).headers()['content-type']).toBe('image/webp')
  await expect(page.getByRole('status').getByText('Your picture is saved.')).toBeVisible()
  await page.getByText('Remove picture…').click()
  await page.getByRole('button', { name: 'Remove picture', exact: true }).click()
  await expect(page.getByRole('status').getByText('Your picture is removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeVisible()
})

test('what one wants to hear of is saved, and leaving without saving is asked about', async ({ page, visit }) => {
  await enter(page.context(), await addPerson('Uma'))
  await visit('/account/notifications')
  const weekly = page.getByRole('switch', { name: 'Weekly summary' })
  const before = await weekly.isChecked()
  await weekly.click()
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByRole('alert')).toContainText('What you changed here is not saved yet.')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').getByText('Your choice is saved.')).toBeVisible()
  await page.reload()
  await expect(weekly).toBeChecked({ checked: !before })
})

test('a new e-mail address takes over when both addresses have confirmed it', { tag: '@phone' }, async ({
  page,
  request,
  visit,
}) => {
  const person = await addPerson('Vera')
  const email = newAddress('vera-new')
  await enter(page.context(), person)
  await visit('/account/security')
  await page.getByRole('link', { name: 'Change e-mail address' }).click()
  const field = page.getByRole('textbox', { name: 'New e-mail address' })
  await field.fill(person.email)
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(field).toHaveAccessibleDescription(/This is the address you have now/)
  await field.fill(email)
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(page.getByRole('heading', { name: `Waiting for ${email}` })).toBeVisible()
  const confirm = async (address: string, code: string): Promise<void> => {
    const form = page.locator('form').filter({ has: page.getByLabel(`Code sent to ${address}`) })
    await form.getByRole('textbox').fill(code)
    await form.getByRole('button', { name: 'Confirm' }).click()
  }
  const { code } = await mailTo(request, email)
  await confirm(email, code === '111111' ? '222222' : '111111')
  await expect(page.getByLabel(`Code sent to ${email}`)).toHaveAccessibleDescription(/That code is wrong or too old/)
  await confirm(email, code)
  await expect(page.getByRole('status').getByText(/^One of the two addresses is confirmed/)).toBeVisible()
  await confirm(person.email, (await mailTo(request, person.email)).code)
  await expect(page).toHaveURL('/account/security?done=email-changed')
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText(email)
  await logOut(page)
  await logIn(page, { ...person, email })
  await expect(page).toHaveURL('/')
})

test('other devices are listed and can be signed out', { tag: '@phone' }, async ({ page, visit }) => {
  const person = await addPerson('Wim')
  const device = await openDevice(person)
  await enter(page.context(), person)
  await visit('/account/security')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('Active now')
  await sessions.getByText('Sign out all others…').click()
  await sessions.getByRole('button', { name: 'Sign out all others', exact: true }).click()
  await expect(page.getByRole('status').getByText('All your other devices are signed out.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await device.getUser()).error?.code).toBe('session_not_found')
  await sessions.getByText('Sign out everywhere…').click()
  await sessions.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page).toHaveURL('/auth/login')
})
