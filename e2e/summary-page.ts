import type { Locator, Page } from '@playwright/test'

/** The tile of a figure. */
export function tile(page: Page, label: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: label, exact: true }) })
}

/** A tile's figure, without its text for screen readers. */
export function figureOf(page: Page, label: string): Locator {
  return tile(page, label).getByRole('link').first()
}

/** The open panel. */
export function panel(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title, ...(typeof title === 'string' ? { exact: true } : {}) })
}

/** The panel's rows: the orders, refunds and edits behind its figure. */
function rowsBehind(panel: Locator): Locator {
  return panel.getByRole('region', { name: 'The rows behind it' })
}

/** Total of the panel's list. */
export function totalBehind(panel: Locator): Locator {
  return rowsBehind(panel).getByRole('row', { name: 'Total' })
}

/** The printed contributions on the list's page, without the total. */
export async function amountsIn(panel: Locator): Promise<string[]> {
  const cells = rowsBehind(panel).locator('tbody tr td:nth-of-type(2)')
  return (await cells.allTextContents()).slice(1)
}

/** The button of the period menu. */
export function daysButton(page: Page): Locator {
  return page.locator('header button[aria-haspopup="dialog"]')
}

/** The open period menu. */
export function daysMenu(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Days and comparison' })
}

/** Opens the menu and waits for its code. */
export async function openDaysMenu(page: Page): Promise<Locator> {
  await daysButton(page).click()
  const menu = daysMenu(page)
  await menu.getByRole('heading', { name: 'Days' }).waitFor()
  return menu
}
