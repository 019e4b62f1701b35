import type { Locator, Page } from '@playwright/test'

/** The campaigns table. */
export function adsTable(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Ads by level' })
}

/** A row of it by its label. */
export function adRow(page: Page, name: string | RegExp): Locator {
  return adsTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').filter({ hasText: name }) })
}

/** The rendered rows, without the totals. */
export function adRows(page: Page): Locator {
  return adsTable(page).locator('tbody tr[data-row]')
}

/** The printed figures of a column, its total first; of several columns with this heading, those of the first. */
export async function figuresOf(page: Page, column: string): Promise<string[]> {
  // The first header row contains the column groups. A phone hides most columns, whose figures are in the page all the same.
  const names = await adsTable(page).locator('thead tr:nth-child(2) th').allTextContents()
  const nth = names.findIndex((text) => text.trim() === column)
  const rows = adsTable(page).locator('thead tr:last-child, tbody tr[data-row]')
  const cells = rows.locator(`td:nth-of-type(${nth}) > span:first-child`)
  return await cells.allTextContents()
}
