import { findBarriers } from './barriers.ts'
import { mailsTo, mailTo } from './mailbox.ts'
import { connectStore } from './own-store.ts'
import { addOwner, enter } from './people.ts'
import { announceProduct, findProduct, type ProductAddresses } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { type RunningProduct, runProduct } from './running-product.ts'
import { panel, totalBehind } from './summary-page.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 400/ })

test.describe('alerts', { tag: '@phone' }, () => {
  test('one is added with a press, another looked back on, changed, paused and deleted', async ({ page, visit }) => {
    const owner = await addOwner('Robin')
    await enter(page.context(), owner)
    const list = `/shop/${owner.domain}/settings/alerts`
    await visit(list)
    await expect(page.getByText('No alerts yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add: Sales fell by 30%' }).click()
    const drop = page.getByRole('listitem').filter({ hasText: 'Sales fell by 30%' })
    await expect(drop.getByText('Sales: below −30.0% against the same weekday · the day')).toBeVisible()
    await expect(drop.getByText('OK', { exact: true })).toBeVisible()
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('link', { name: 'Set up an alert' }).click()
    await expect(page.getByRole('region', { name: 'In the last 90 days' }).getByText('It would')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Many orders')
    await page.getByRole('combobox', { name: 'Notify me when' }).selectOption('above')
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('orders')
    await page.getByRole('combobox', { name: 'Limit', exact: true }).selectOption('value')
    await page.getByRole('textbox', { name: 'How much' }).fill('many')
    await page.getByRole('button', { name: 'Save alert' }).click()
    await expect(page.getByText(/Expected a number such as 500/).first()).toBeVisible()
    await page.getByRole('textbox', { name: 'How much' }).fill('500')
    await page.getByRole('button', { name: 'Check the last 90 days' }).click()
    await expect(page).toHaveURL(/bound=500/)
    await expect(page.getByText('It would not have fired.')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Save alert' }).click()

    const many = page.getByRole('listitem').filter({ hasText: 'Many orders' })
    await expect(many.getByText('Orders above 500 · the day · at least 20 orders')).toBeVisible()
    await many.getByRole('link', { name: 'Change Many orders' }).click()
    await expect(page.getByRole('textbox', { name: 'How much' })).toHaveValue('500')
    await page.getByRole('checkbox', { name: 'By email to me' }).uncheck()
    await page.getByRole('button', { name: 'Save alert' }).click()
    await expect(many.getByText(/^Inbox · Not checked yet/)).toBeVisible()
    await many.getByRole('button', { name: 'Pause Many orders' }).click()
    await expect(many.getByText('Paused', { exact: true })).toBeVisible()
    await many.locator('summary').filter({ hasText: 'Delete' }).click()
    await many.getByRole('button', { name: 'Delete alert' }).click()
    await expect(many).toHaveCount(0)
    await expect(drop).toBeVisible()
  })

  test('one has two filters, which are kept when it is refused, and one of them can go', async ({ page, visit }) => {
    const owner = await addOwner('Toni')
    await enter(page.context(), owner)
    // The shop has no orders yet: what filters are about comes from the address.
    const rows = 'filter=country:DE&operator=is&filter=country:AT&operator=is'
    await visit(`/shop/${owner.domain}/settings/alerts/new?op=below&name=Two&bound=30&kind=percent&${rows}`)
    const second = page.getByRole('combobox', { name: 'Filter 2: value' })
    await expect(second).toHaveValue('country:AT')
    await page.getByRole('combobox', { name: 'Filter 2: condition' }).selectOption('is_not')
    await page.getByRole('textbox', { name: 'How much' }).fill('many')
    await page.getByRole('textbox', { name: 'How much' }).press('Enter')
    await expect(page.getByText(/Expected a number such as 500/).first()).toBeVisible()
    await expect(second).toHaveValue('country:AT')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('textbox', { name: 'How much' }).fill('30')
    await page.getByRole('button', { name: 'Save alert' }).click()
    const two = page.getByRole('listitem').filter({ hasText: 'Two' })
    await expect(two.getByText(/Country is Germany · Country is not Austria/)).toBeVisible()

    await two.getByRole('link', { name: 'Change Two' }).click()
    await page.getByRole('button', { name: 'Remove filter 2' }).click()
    await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await expect(page.getByRole('combobox', { name: 'Filter 2: condition' })).toBeFocused()
    await page.getByRole('button', { name: 'Save alert' }).click()
    await expect(two.getByText(/Country is Germany/)).toBeVisible()
    await expect(two.getByText(/Austria/)).toHaveCount(0)
  })

  test('only addresses of Slack are places in Slack', async ({ page, visit }) => {
    const owner = await addOwner('Sam')
    await enter(page.context(), owner)
    await visit(`/shop/${owner.domain}/settings/alerts`)
    const add = async (address: string) => {
      await page.getByRole('textbox', { name: 'Channel' }).fill('#sales')
      await page.getByRole('textbox', { name: 'Incoming webhook URL' }).fill(address)
      await page.getByRole('button', { name: 'Add channel' }).click()
    }
    await add('https://slack.example/services/x')
    await expect(page.getByText(/This is no address of an incoming webhook/).first()).toBeVisible()
    await add('https://hooks.slack.com/services/T0/B0/x')
    await expect(page.getByText('Nothing posted yet')).toBeVisible()
    await page.getByRole('link', { name: 'Set up an alert' }).click()
    await expect(page.getByRole('combobox', { name: 'Slack' })).toContainText('#sales')
    await visit(`/shop/${owner.domain}/settings/alerts`)
    await page.getByRole('button', { name: 'Delete #sales' }).click()
    await expect(page.getByText('No Slack channels yet.')).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('filters of an alert are added and removed by buttons, and the rest of the form is kept', async ({ page }) => {
    const owner = await addOwner('Uma')
    await enter(page.context(), owner)
    await page.goto(`/shop/${owner.domain}/settings/alerts/new?op=below&filter=country:DE&operator=is`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Germany only')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await expect(page.getByRole('combobox', { name: 'Filter 2: value' })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Germany only')
    await page.getByRole('button', { name: 'Remove filter 2' }).click()
    await expect(page.getByRole('combobox', { name: 'Filter 2: value' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save alert' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Germany only' })).toContainText('Country is Germany')
  })
})

test.describe('what fires', () => {
  /** A product whose clock can be set ahead, beside that of all other tests; the store is on this machine. */
  let product: RunningProduct
  let others: ProductAddresses

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    product = await runProduct({ ALLOW_PRIVATE_STORE_URLS: 'on' }, { hasDemo: false })
    others = findProduct()
    announceProduct(product.addresses)
  })

  test.afterAll(async () => {
    announceProduct(others)
    await product.stop()
  })

  test('is told once in the inbox and by mail, and both lead to the figure and its orders', async ({ page, visit }) => {
    test.setTimeout(240_000)
    const owner = await addOwner('Vita')
    await enter(page.context(), owner)
    const list = `/shop/${owner.domain}/settings/alerts`
    // An order of each of ten days: seven of them are in the last seven days.
    await connectStore(page.request, owner.domain, 10)
    await visit(`${list}/new`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Busy week')
    await page.getByRole('combobox', { name: 'Notify me when' }).selectOption('above')
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('orders')
    await page.getByRole('combobox', { name: 'Time window' }).selectOption('7d')
    await page.getByRole('combobox', { name: 'Limit', exact: true }).selectOption('value')
    await page.getByRole('textbox', { name: 'How much' }).fill('5')
    await page.getByRole('spinbutton', { name: 'Minimum orders' }).fill('0')
    await expect(page.getByRole('checkbox', { name: 'By email to me' })).toBeChecked()
    await page.getByRole('button', { name: 'Save alert' }).click()
    const alert = page.getByRole('listitem').filter({ hasText: 'Busy week' })
    await expect(alert.getByText(/Not checked yet/)).toBeVisible()

    // One look alone is no alert: what is wrong is still wrong some minutes later.
    product.watchLater(0)
    await expect(async () => {
      await visit(list)
      await expect(alert).not.toContainText('Not checked yet', { timeout: 500 })
    }).toPass()
    await expect(alert.getByText('OK', { exact: true })).toBeVisible()
    product.watchLater(6)
    await expect(async () => {
      await visit(list)
      await expect(alert.getByText('Firing', { exact: true })).toBeVisible({ timeout: 500 })
    }).toPass()

    // Mails go out once a minute.
    await expect.poll(async () => (await mailsTo(page.request, owner.email)).length, { timeout: 120_000 }).toBe(1)
    const { subject, body, link } = await mailTo(page.request, owner.email)
    expect(subject).toContain('Busy week')
    expect(body).toContain('Orders: 7')
    await visit('/account/inbox')
    const entry = page.getByRole('listitem').filter({ hasText: 'Busy week' })
    await expect(entry).toHaveCount(1)
    await entry.locator('summary').click()
    await expect(entry.getByText(/Orders: 7/)).toBeVisible()
    await entry.getByRole('link', { name: /^Open/ }).click()
    await expect(totalBehind(panel(page, 'Orders'))).toContainText('7')
    const figure = new URL(page.url())
    expect([figure.pathname, figure.searchParams.get('open')]).toEqual([`/shop/${owner.domain}`, 'orders'])
    expect(link).toContain(figure.search)
    await visit(list)
    await alert.getByText('Recent times it fired').click()
    const times = alert.getByRole('list', { name: 'Recent times it fired: Busy week' })
    await times.getByRole('link', { name: /7/ }).click()
    await expect(totalBehind(panel(page, 'Orders'))).toContainText('7')
  })
})
