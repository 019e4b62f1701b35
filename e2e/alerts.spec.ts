import { findBarriers } from './barriers.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 400/ })

test.describe('alerts', { tag: '@phone' }, () => {
  test('one is added with a press, another looked back on, changed, paused and deleted', async ({ page, visit }) => {
    const owner = await addOwner('Robin')
    await enter(page.context(), owner)
    const list = `/shop/${owner.domain}/settings/alerts`
    await visit(list)
    await expect(page.getByText('Nothing is watched yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add: Sales fell by 30 %' }).click()
    const drop = page.getByRole('listitem').filter({ hasText: 'Sales fell by 30 %' })
    await expect(drop.getByText('Sales: below −30.0% against the same weekday · the day')).toBeVisible()
    await expect(drop.getByText('Quiet', { exact: true })).toBeVisible()
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('link', { name: 'Set up an alert' }).click()
    await expect(page.getByRole('region', { name: 'In the last 90 days' }).getByText('It would')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Many orders')
    await page.getByRole('combobox', { name: 'Tell me when' }).selectOption('above')
    await page.getByRole('combobox', { name: 'Figure' }).selectOption('orders')
    await page.getByRole('combobox', { name: 'Bound', exact: true }).selectOption('value')
    await page.getByRole('textbox', { name: 'How far' }).fill('many')
    await page.getByRole('button', { name: 'Save the alert' }).click()
    await expect(page.getByText(/Expected a number such as 500/).first()).toBeVisible()
    await page.getByRole('textbox', { name: 'How far' }).fill('500')
    await page.getByRole('button', { name: 'Look back' }).click()
    await expect(page).toHaveURL(/bound=500/)
    await expect(page.getByText('It would not have fired.')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Save the alert' }).click()

    const many = page.getByRole('listitem').filter({ hasText: 'Many orders' })
    await expect(many.getByText('Orders above 500 · the day · at least 20 orders')).toBeVisible()
    await many.getByRole('link', { name: 'Change Many orders' }).click()
    await expect(page.getByRole('textbox', { name: 'How far' })).toHaveValue('500')
    await page.getByRole('checkbox', { name: 'By mail to me' }).uncheck()
    await page.getByRole('button', { name: 'Save the alert' }).click()
    await expect(many.getByText(/^Inbox · Not looked at yet/)).toBeVisible()
    await many.getByRole('button', { name: 'Pause Many orders' }).click()
    await expect(many.getByText('Paused', { exact: true })).toBeVisible()
    await many.locator('summary').filter({ hasText: 'Delete' }).click()
    await many.getByRole('button', { name: 'Delete the alert' }).click()
    await expect(many).toHaveCount(0)
    await expect(drop).toBeVisible()
  })

  test('only addresses of Slack are places in Slack', async ({ page, visit }) => {
    const owner = await addOwner('Sam')
    await enter(page.context(), owner)
    await visit(`/shop/${owner.domain}/settings/alerts`)
    const add = async (address: string) => {
      await page.getByRole('textbox', { name: 'Channel' }).fill('#sales')
      await page.getByRole('textbox', { name: 'Address of the incoming webhook' }).fill(address)
      await page.getByRole('button', { name: 'Add the place' }).click()
    }
    await add('https://slack.example/services/x')
    await expect(page.getByText(/This is no address of an incoming webhook/).first()).toBeVisible()
    await add('https://hooks.slack.com/services/T0/B0/x')
    await expect(page.getByText('Nothing posted yet')).toBeVisible()
    await page.getByRole('link', { name: 'Set up an alert' }).click()
    await expect(page.getByRole('combobox', { name: 'Slack' })).toContainText('#sales')
    await visit(`/shop/${owner.domain}/settings/alerts`)
    await page.getByRole('button', { name: 'Delete #sales' }).click()
    await expect(page.getByText('There is none yet.')).toBeVisible()
  })
})
