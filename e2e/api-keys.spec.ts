import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|401)/ })

test('a key is created, shown once, used, replaced and revoked', async ({ page, request, visit }) => {
  const owner = await addOwner('Kim')
  await enter(page.context(), owner)
  const address = `/shop/${owner.domain}/settings/api-keys`
  await visit(address)
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly sheet')
  await page.getByRole('checkbox', { name: /costs:read/ }).check()
  await page.getByRole('textbox', { name: 'Networks' }).fill('home')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText(/“home” is not a network/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /costs:read/ })).toBeChecked()
  await page.getByRole('textbox', { name: 'Networks' }).fill('')
  await page.getByRole('button', { name: 'Create key' }).click()

  const shown = page.getByRole('region', { name: 'The key “Weekly sheet”' })
  const key = await shown.getByText(/^tsk_[\w-]{43}$/).innerText()
  await expect(shown).toContainText(`--header 'Authorization: Bearer ${key}'`)
  await expect(shown).toContainText('IMPORTDATA')
  const ask = async (with_: string) =>
    (await request.get('/api/v1/shops', { headers: { authorization: `Bearer ${with_}` } })).status()
  expect(await ask(key)).toBe(200)

  await visit(address)
  await expect(page.getByText(key)).toHaveCount(0)
  const keys = page.getByRole('region', { name: 'Keys', exact: true })
  await expect(keys).toContainText('metrics:read · costs:read · All shops')
  await expect(keys).toContainText('Last used')
  await keys.getByText('Manage').first().click()
  await keys.getByRole('button', { name: /^Create a second key/ }).click()
  await expect(keys.getByText(/It replaces tsk_/)).toBeVisible()
  const second = await page
    .getByRole('region', { name: /^The key/ })
    .getByText(/^tsk_[\w-]{43}$/)
    .innerText()
  // What was opened of the first key stays open.
  await keys
    .getByRole('listitem')
    .nth(1)
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await expect(keys.getByText('Revoked', { exact: true })).toBeVisible()
  expect([await ask(key), await ask(second)]).toEqual([401, 200])
})
