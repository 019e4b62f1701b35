import type { Page } from '@playwright/test'
import { mailTo, pathOf } from './mailbox.ts'
import { addGuardedPerson, addOwner, invite, newAddress } from './people.ts'
import { addressField, logIn, passwordField } from './sign-in-page.ts'

/** A screen in one of its states. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** Steps to reach it, or to wait until it is complete. */
  readonly reach?: (page: Page) => Promise<unknown>
  /** Something has been opened on top of a page that is a screen of its own. */
  readonly hasLayer?: true
  /** Has a different layout on a phone. */
  readonly isOwnOnPhone?: true
  readonly isOnlyOnPhone?: true
  /** Without signing in. */
  readonly isForVisitors?: true
}

/** Screens that are seen without signing in. */
export function visitorScreens(): Screen[] {
  const screens: Omit<Screen, 'isForVisitors'>[] = [
    { name: 'signing in', path: '/auth/login', isOwnOnPhone: true },
    {
      name: 'a refused sign-in',
      path: '/auth/login',
      reach: async (page) => {
        await addressField(page).fill('no address')
        await passwordField(page).fill('anything')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByText(/^Enter an email address, or a phone number/).waitFor()
      },
    },
    { name: 'signing in by a code', path: '/auth/login?way=code' },
    { name: 'the code from a mail', path: '/auth/login?way=code&sent=somebody@example.com' },
    {
      name: 'a password that is too weak',
      isOwnOnPhone: true,
      path: '/auth/register',
      reach: async (page) => {
        await passwordField(page).fill('weak')
        await page.getByText('A number – missing').waitFor()
      },
    },
    { name: 'a forgotten password', path: '/auth/password/forgot' },
    { name: 'a link for a password that no longer works', path: '/auth/password/reset' },
    { name: 'a link that no longer works', path: '/auth/callback?error=failed&error_code=otp_expired' },
    { name: 'the button behind a link', path: '/auth/confirm?type=signup&token_hash=made-up' },
    {
      name: 'the second step of signing in',
      path: '/auth/login',
      isOwnOnPhone: true,
      reach: async (page) => {
        await logIn(page, await addGuardedPerson('Greta'))
        await page.getByText('Lost your device?').click()
      },
    },
    { name: 'an assistant that is not known', path: '/connect-assistant?refused=invalid_client' },
    {
      name: 'an invitation',
      path: '/auth/login',
      reach: async (page) => {
        const email = newAddress('invited')
        await invite(await addOwner('Ludwig'), email)
        await page.goto(pathOf((await mailTo(page.request, email)).link))
        await page.getByRole('link', { name: 'Create an account' }).waitFor()
      },
    },
    { name: 'an invitation that is unknown', path: '/invitation/made-up' },
  ]
  return screens.map((screen) => ({ ...screen, isForVisitors: true }))
}
