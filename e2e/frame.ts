import type { Locator, Page } from '@playwright/test'

/** The shop's navigation: the side bar, on a phone the bottom bar. */
export function navigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

/** Opens the shop switcher above the navigation, and returns it. */
export async function openShopSwitcher(page: Page): Promise<Locator> {
  const switcher = page.getByRole('group').filter({ hasText: 'Change the shop:' })
  await switcher.locator('summary').click()
  return switcher
}

/** Opens a phone's "More" sheet with the pages that are not in the bottom bar. */
export async function openMore(page: Page): Promise<Locator> {
  const more = navigation(page).getByRole('group')
  await more.getByText('More', { exact: true }).click()
  return more
}

/** Opens the place of the theme switch: on a phone it is behind "More". */
export async function showThemeChoice(page: Page): Promise<void> {
  if (await navigation(page).getByText('More', { exact: true }).isVisible()) await openMore(page)
}
