import { readFile } from 'node:fs/promises'
import { ask, demoShop, shopDay, summaryPath } from './figures.ts'
import { mailTo } from './mailbox.ts'
import { addColleague, enter } from './people.ts'
import { expect, test } from './product-test.ts'

// A form that is refused.
test.use({ isVisitor: true, expectedMessage: /status of 400/ })

test('an export is defined, made, mailed, downloaded with the figures of the API, paused and deleted', async ({
  page,
  request,
  visit,
}) => {
  const analyst = await addColleague('Edda')
  await enter(page.context(), analyst)
  const name = `Bookkeeper ${analyst.id.slice(0, 8)}`
  await visit(summaryPath('/settings/exports'))
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Rows').selectOption('pnl')
  await page.getByLabel('Days', { exact: true }).selectOption('last_7_days')
  await page.getByLabel('Goes to').selectOption('mail')
  await page.getByLabel('How often').selectOption('day')
  await page.getByRole('button', { name: 'Save export' }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/^Next on /)).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  const runs = page.getByRole('region', { name: 'Runs' })
  await expect(runs.getByText('Ready', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expect(runs.getByText(/7 rows/).first()).toBeVisible()

  const waiting = page.waitForEvent('download')
  await runs.getByRole('link', { name: 'Download' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe(`${demoShop.domain} ${name} ${shopDay(7)} to ${shopDay(1)}.csv`)
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  const columns = head.split(',')
  const metrics = ['orders', 'netSales', 'cm3', 'netProfit', 'netMargin'] as const
  const { series = [] } = await ask(page.request, {
    metrics: [...metrics],
    from: shopDay(7),
    to: shopDay(1),
    interval: 'day',
  })
  expect(lines).toHaveLength(7)
  for (const [at, line] of lines.entries()) {
    const cells = line.split(',')
    expect(cells[0]).toBe(series[at]?.at)
    for (const key of metrics) expect(cells[columns.indexOf(key)]).toBe(String(series[at]?.values[key] ?? ''))
  }
  // The first invited them.
  const mail = await mailTo(request, analyst.email, 2)
  expect(mail.subject).toContain(`Export “${name}” is ready`)
  expect(mail.body).toContain('It is attached')
  expect(mail.link).toContain('/settings/exports/')

  // It can be changed where it is, and a bucket that cannot be reached keeps what was entered, but no secret.
  const change = page.getByRole('region', { name: 'Change this export' })
  await change.getByLabel('Days', { exact: true }).selectOption('yesterday')
  await change.getByRole('button', { name: 'Save export' }).click()
  await expect(page.getByText(/Yesterday · Every day/)).toBeVisible()
  await change.getByLabel('Goes to').selectOption('s3')
  await change.getByRole('textbox', { name: 'Endpoint' }).fill('https://s3.invalid')
  await change.getByRole('textbox', { name: 'Bucket', exact: true }).fill('figures')
  await change.getByRole('textbox', { name: 'Access key' }).fill('AKIDEXAMPLE')
  await change.getByLabel('Secret key').fill('not-a-secret')
  await change.getByRole('button', { name: 'Save export' }).click()
  await expect(change.getByText(/s3\.invalid/)).toBeVisible()
  await expect(change.getByRole('textbox', { name: 'Endpoint' })).toHaveValue('https://s3.invalid')
  await expect(change.getByLabel('Secret key')).toHaveValue('')
  await page.reload()
  await expect(change.getByLabel('Goes to')).toHaveValue('mail')

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'All exports' }).click()
  await page.getByRole('link', { name }).click()
  await page.getByText('Delete…').click()
  await page.getByRole('button', { name: 'Delete the export' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})
