import type { BrowserContext, Page } from '@playwright/test'
import { combineChunks, createChunks, stringFromBase64URL, stringToBase64URL } from '@supabase/ssr'
import { test } from './elsewhere-test.ts'
import { addPerson, enter, openDevice, putCookies } from './people.ts'
import { expect, waitUntilAlive } from './product-test.ts'
import { logIn, logOut } from './sign-in-page.ts'

test.use({ isVisitor: true })

const cookieName = 'sb-localhost-auth-token'

test('signing out ends the session here and in the other tabs', async ({ page, visit }) => {
  await enter(page.context(), await addPerson('Gerd'))
  const tab = await page.context().newPage()
  await openAccount(tab)
  await visit('/account')
  await logOut(page)
  await expect(tab).toHaveURL('/auth/login')
  await page.goto('/account')
  await expect(page).toHaveURL('/auth/login')
})

test('a tab hears from the client of another one that nobody is signed in any more', async ({ page }) => {
  await enter(page.context(), await addPerson('Heidi'))
  await openAccount(page)
  const tab = await page.context().newPage()
  await tab.goto('/icon.svg')
  // Its own client is loaded a few seconds after the page.
  await expect
    .poll(async () => {
      await tab.evaluate((channel) => {
        new BroadcastChannel(channel).postMessage({ event: 'SIGNED_OUT', session: null })
      }, cookieName)
      return new URL(page.url()).pathname
    })
    // The page leaves for the sign-in page, where the server still finds a valid session and redirects to the start.
    .toBe('/')
})

test('a session that was ended elsewhere leads to signing in, and back to the same page', async ({ page }) => {
  const person = await addPerson('Ines')
  await enter(page.context(), person)
  await openAccount(page)
  await (await openDevice(person)).signOut({ scope: 'global' })
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, person)
  await expect(page).toHaveURL('/account/notifications')
})

test('a token that has run out in an open page is renewed without a word', async ({ page }) => {
  await enter(page.context(), await addPerson('Jule'))
  await openAccount(page)
  const before = await shorten(page.context(), -10)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const after = await readSession(page.context())
  expect(after.refresh_token).not.toBe(before.refresh_token)
  expect(after.expires_at).toBeGreaterThan(Date.now() / 1000 + 3_000)
})

test('cookies of a session that does not exist any more are taken back', async ({ page }) => {
  const person = await addPerson('Kira')
  await enter(page.context(), person)
  await (await openDevice(person)).signOut({ scope: 'global' })
  await page.goto('/account')
  await expect(page).toHaveURL('/auth/login')
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith(cookieName))).toEqual([])
})

test('a token that is about to run out is renewed by the page itself', async ({ page }) => {
  await enter(page.context(), await addPerson('Knut'))
  // The server renews sessions with less than a minute and a half left; so the page has to be open already.
  await openAccount(page)
  const before = await shorten(page.context(), 80)
  // At its first look, or at the next one half a minute later.
  await expect
    .poll(async () => (await readSession(page.context())).refresh_token, { timeout: 45_000 })
    .not.toBe(before.refresh_token)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account')
  await waitUntilAlive(page)
}

interface StoredSession {
  readonly refresh_token: string
  readonly expires_at: number
}

/** The session as stored by the browser. */
async function readSession(context: BrowserContext): Promise<StoredSession> {
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]))
  const text = (await combineChunks(cookieName, (name) => cookies.get(name))) ?? ''
  return JSON.parse(stringFromBase64URL(text.replace(/^base64-/, '')))
}

/** Makes the browser's token appear to expire in this many seconds; returns the previous session. */
async function shorten(context: BrowserContext, seconds: number): Promise<StoredSession> {
  const session = await readSession(context)
  const text = JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + seconds })
  const chunks = createChunks(cookieName, `base64-${stringToBase64URL(text)}`)
  await context.clearCookies({ name: new RegExp(`^${cookieName}`) })
  await putCookies(
    context,
    chunks.map(({ name, value }) => ({ name, value: encodeURIComponent(value) })),
  )
  return session
}
