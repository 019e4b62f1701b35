import type { Locator, Page } from '@playwright/test'

/** The pages of the shop: the bar on the left, on a phone the one under the thumb. */
export function navigation(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

/** Opens the list of shops that stands above the navigation, and returns it. */
export async function openShopSwitcher(page: Page): Promise<Locator> {
  const switcher = page.getByRole('group').filter({ hasText: 'Change the shop:' })
  await switcher.locator('summary').click()
  return switcher
}

/** Opens the sheet of a phone with the pages that do not stand under the thumb. */
export async function openMore(page: Page): Promise<Locator> {
  const more = navigation(page).getByRole('group')
  await more.getByText('More', { exact: true }).click()
  return more
}

/** Brings the choice of colours into sight: on a phone it stands behind "More". */
export async function showThemeChoice(page: Page): Promise<void> {
  if (await navigation(page).getByText('More', { exact: true }).isVisible()) await openMore(page)
}
