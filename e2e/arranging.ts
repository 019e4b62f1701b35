import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { demoShop, summaryPath } from './figures.ts'
import { waitUntilAlive } from './product-test.ts'

/** The part of the stored preference for the demo shop that tests read. */
export interface StoredPreference {
  readonly summary: {
    readonly stats: Readonly<Record<string, unknown>> & { readonly pins: readonly string[] }
    readonly layout: { readonly grid: number; readonly fluid: boolean }
    readonly channelOrder: readonly string[]
  }
  readonly language: string
}

/** Labels of the widgets that are pinned by default. */
export const usualPins = ['Net profit', 'Sales', 'Orders', 'Blended ad spend', 'MER']

/** Reads the preference through the specification's API. */
export async function storedPreference(request: APIRequestContext): Promise<StoredPreference> {
  const response = await request.get('/api/shop/getPreference', { params: { shop: demoShop.domain } })
  return await response.json()
}

/** The row of pinned widgets, or a section of the page by its name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** The names of the widgets in a row, in their order. */
export function titlesIn(row: Locator): Locator {
  return row.getByRole('article').getByRole('heading', { level: 3 })
}

/** Opens the menu of a widget by keyboard, so that the pointer hovers over nothing. */
export async function openWidgetMenu(widget: Locator): Promise<Locator> {
  const button = widget.getByRole('button', { name: /^Menu of / })
  await button.focus()
  await button.press('Enter')
  const menu = widget.page().getByRole('menu').first()
  await menu.waitFor()
  return menu
}

/** Chooses an entry of a widget's menu or submenus. By keyboard: layouts move under a pointer. */
export async function choose(widget: Locator, ...entries: readonly (string | RegExp)[]): Promise<void> {
  await openWidgetMenu(widget)
  for (const name of entries) await entryOf(widget.page(), name).press('Enter')
}

/** An entry of the open menus. */
export function entryOf(page: Page, name: string | RegExp): Locator {
  const exactly = typeof name === 'string' ? { name, exact: true } : { name }
  return page.getByRole('menuitem', exactly).or(page.getByRole('menuitemradio', exactly))
}

/** Opens the summary in customisation mode. */
export async function openToArrange(page: Page): Promise<Locator> {
  await page.goto(summaryPath('?customise=1'))
  await waitUntilAlive(page)
  const panel = page.getByRole('region', { name: 'Customise the summary' })
  await panel.waitFor()
  return panel
}

/** Reloads the page. */
export async function comeBack(page: Page): Promise<void> {
  await page.reload()
  await waitUntilAlive(page)
}
