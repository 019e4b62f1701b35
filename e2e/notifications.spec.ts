import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 400/ })

test('digests are chosen, looked at and sent at once, and everything is in the inbox', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await enter(page.context(), await addOwner('Nora'))
  await visit('/account/notifications')
  const daily = page.getByRole('checkbox', { name: 'Daily: Your shop' })
  await expect(page.getByRole('checkbox', { name: 'Weekly: Your shop' })).toBeChecked()
  await expect(daily).not.toBeChecked()
  await daily.check()
  await page.getByLabel('Sent at').fill('06:45')
  await page.getByLabel('From', { exact: false }).fill('22:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // Half of the quiet hours is missing.
  await expect(page.getByLabel('Until', { exact: false })).toHaveAccessibleDescription(/time of day/)
  await page.getByLabel('Until', { exact: false }).fill('06:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').getByText('Your choice is saved.')).toBeVisible()
  await page.reload()
  await expect(daily).toBeChecked()
  await expect(page.getByLabel('Sent at')).toHaveValue('06:45')

  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = await opened
  await expect(preview.getByText('Compared with the week before')).toBeVisible()
  await preview.close()

  await page.getByRole('button', { name: 'Send me one now' }).click()
  await expect(page.getByRole('status').getByText('It is in your inbox, and on its way by email.')).toBeVisible()
  await visit('/account/inbox')
  await expect(page.getByText('Not read yet: 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('Not read yet: 1.')).toHaveCount(0)
})
