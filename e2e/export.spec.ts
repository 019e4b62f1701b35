import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { choose } from './arranging.ts'
import { ask, demoShop, last30Days, shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { figureOf, tile } from './summary-page.ts'

test('the CSV of a chart holds the figures of the API: raw numbers, ISO days, comparison and filter', async ({
  page,
  request,
  visit,
}) => {
  const filters = [{ dimension: 'country', operator: 'is', values: ['DE'] }]
  const compare = { from: shopDay(60), to: shopDay(31) }
  const query = { metrics: ['sales'], ...last30Days(), interval: 'day', compare, filters }
  const { totals, series = [], compare: before } = await ask(request, query)
  await visit(summaryPath('?f=country:DE'))
  const file = await saved(page, () => choose(chartOf(page), 'Export', 'Download CSV'))
  expect(file.name).toBe(`${demoShop.domain} sales ${shopDay(30)} to ${shopDay(1)}.csv`)
  const text = file.bytes.toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text).toContain('\r\n')
  const [head, total, ...lines] = readCsv(text)
  expect(head).toEqual([`Period (${demoShop.zone})`, 'Compared with', 'Sales (EUR)', 'Sales before (EUR)'])
  expect(total).toEqual(['Total', 'Total', totals.sales, before?.totals.sales])
  expect(lines).toEqual(
    series.map(({ at, values }, nth) => [
      at,
      before?.series?.[nth]?.at,
      values.sales ?? '',
      before?.series?.[nth]?.values.sales ?? '',
    ]),
  )
})

test('the CSV of a breakdown holds all rows, without JavaScript too', async ({ request }) => {
  const { rows = [], totals } = await ask(request, {
    metrics: ['sales'],
    ...last30Days(),
    dimensions: ['country'],
    limit: 1000,
  })
  const response = await request.get(summaryPath('/export.csv?metrics=sales&by=country&compare=none'))
  expect(response.headers()['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers()['content-disposition']).toContain('attachment')
  const [head, total, ...lines] = readCsv(await response.text())
  expect(head).toEqual(['Country', 'Country (key)', 'Sales (EUR)', 'Share of Sales'])
  expect(total?.[2]).toBe(totals.sales)
  expect(lines.map(([, key, sales]) => [key, sales])).toEqual(
    rows.map(({ dimensions, values }) => [dimensions.country, values.sales]),
  )
  const refused = await request.get(summaryPath('/export.csv?metrics=nonsense'))
  expect(refused.status()).toBe(400)
  expect(await refused.text()).toContain('nonsense')
})

test('a file that somebody took stands in the activity of the organisation, one that was refused does not', async ({
  page,
  request,
  visit,
}) => {
  const search = '/export.csv?metrics=sales&by=country&compare=none'
  const name = /filename="(.+)"/.exec(
    (await request.get(summaryPath(search))).headers()['content-disposition'] ?? '',
  )?.[1]
  await request.get(summaryPath('/export.csv?metrics=nonsense'))
  await visit(`/shop/${demoShop.domain}/settings/activity?action=export.run`)
  await expect(page.getByText(`Data exported “${name}”`).first()).toBeVisible()
  await expect(page.getByText('nonsense')).toHaveCount(0)
})

test('a widget is saved as a picture', async ({ page, visit }) => {
  await visit(summaryPath())
  const { name, bytes } = await saved(page, () => choose(chartOf(page), 'Export', 'Download picture'))
  expect(name).toMatch(/\.png$/)
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const box = await chartOf(page).boundingBox()
  expect(bytes.readUInt32BE(16)).toBe(Math.ceil((box?.width ?? 0) * 2))
  expect(bytes.readUInt32BE(20)).toBeGreaterThan(400)
  // A blank picture would have a few hundred bytes.
  expect(bytes.length).toBeGreaterThan(8_000)
})

test('a copied link opens the same view, and one to its dates keeps them', async ({ page, context, visit }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(summaryPath('?range=7d&f=country:DE&interval=day'))
  const figure = await figureOf(page, 'Sales').textContent()
  await choose(tile(page, 'Sales'), 'Export', 'Copy link')
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  const link = await clipboard(page)
  expect(link).toMatch(/\?range=7d&.*f=country:DE.*#widget-woocommerce-sales$/)
  await choose(tile(page, 'Sales'), 'Export', 'Copy link to these dates')
  await expect.poll(() => clipboard(page)).not.toBe(link)
  const frozen = await clipboard(page)
  expect(frozen).toContain(`from=${shopDay(7)}&to=${shopDay(1)}`)
  for (const address of [link, frozen]) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(figureOf(page, 'Sales')).toHaveText(figure ?? '')
  }
})

function chartOf(page: Page) {
  return page.getByRole('article').filter({ has: page.getByRole('slider', { name: /^Sales over time/ }) })
}

/** Lines of cells; these exports contain no line breaks within cells. */
function readCsv(text: string): (string | undefined)[][] {
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain),
  )
}

/** The file that the browser downloads after an action. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

async function clipboard(page: Page): Promise<string> {
  return await page.evaluate(() => navigator.clipboard.readText())
}
