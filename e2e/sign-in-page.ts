import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './people.ts'

/** The address field of all sign-in pages. */
export function addressField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Email address' })
}

/** The password field, not the button that shows the password. */
export function passwordField(page: Page, label = 'Password'): Locator {
  return page.getByLabel(label, { exact: true })
}

/** Fills in the sign-in form and submits it. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await addressField(page).fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Enters a code; the sixth digit submits the form. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(code)
}

/** Opens the account menu: in the side bar, on a phone in the top bar. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Your account:', visible: true }).click()
}

/** Signs out like people do: from the account menu. */
export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/auth/login')
}
