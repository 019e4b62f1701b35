import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './people.ts'

/** The field for the address on every page of signing in. */
export function addressField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'E-mail address' })
}

/** The field for the password; the button that shows it has a name of its own. */
export function passwordField(page: Page, label = 'Password'): Locator {
  return page.getByLabel(label, { exact: true })
}

/** Fills the form of the sign-in page and sends it. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await addressField(page).fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Enters a code; with its sixth digit the form is sent. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(code)
}

/** Opens the menu of the account; it stands in the bar, on a phone above the page. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Your account:', visible: true }).click()
}

/** Signs out as people do: from the menu of their account. */
export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/auth/login')
}
