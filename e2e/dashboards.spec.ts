import { findBarriers } from './barriers.ts'
import { summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'

test.describe('dashboards', { tag: '@phone' }, () => {
  // The formula that is refused.
  test.use({ expectedMessage: /the server responded with a status of 400/ })

  test('one is made from a template, gets a goal and an own figure, and is deleted', async ({ page, visit }, info) => {
    const { name: project } = info.project
    await visit(summaryPath('/dashboards'))
    await page.getByRole('textbox', { name: 'Name' }).fill(`Mornings ${project}`)
    await page.getByText('For the owner').click()
    await page.getByRole('button', { name: 'Create it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Mornings ${project}` })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'AOV' })).toBeVisible()
    const board = new URL(page.url()).pathname

    await visit(summaryPath('/dashboards/figures'))
    await page.getByRole('textbox', { name: 'Name' }).fill(`Per order ${project}`)
    const formula = page.getByRole('textbox', { name: 'Formula' })
    await formula.fill('sales + orders')
    await page.getByRole('button', { name: 'Add custom metric' }).click()
    await expect(page.getByText('mixes units: the first is money, the second a count')).toBeVisible()
    await formula.fill('sales ÷ orders')
    await page.getByRole('button', { name: 'Add custom metric' }).click()
    await expect(page.getByText(/^own\.perOrder\w* = sales ÷ orders$/).first()).toBeVisible()

    await visit(`${board}/edit`)
    await page.getByRole('link', { name: 'Change Goal: Sales' }).click()
    await page.getByRole('textbox', { name: 'Target' }).fill('60000')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Metric', exact: true }).selectOption(`Per order ${project}`)
    await page.getByRole('button', { name: 'Add it' }).click()
    await expect(page.getByText(`Metric: Per order ${project}`)).toBeVisible()
    await page.getByRole('button', { name: `Move up: Metric: Per order ${project}` }).press('Enter')
    await expect(page.getByText('Saved.')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('link', { name: 'Look at it' }).click()
    await expect(page.getByRole('heading', { level: 2, name: `Per order ${project}` })).toBeVisible()
    await expect(page.getByText('Needed per day')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await visit(`${board}/edit`)
    await page.getByText('Delete…').click()
    await page.getByRole('button', { name: 'Delete the dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible()
    await expect(page.getByText(`Mornings ${project}`)).toHaveCount(0)
  })
})
