import type { Page } from '@playwright/test'
import { summaryPath } from './figures.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test, waitUntilAlive } from './product-test.ts'
import { signIn, toStorageState } from './signed-in.ts'

// Every test has a session of its own, because most of them end it.
test.use({ isVisitor: true })

const cookieName = 'sb-localhost-auth-token'
const login = /\/auth\/login$/

/** Puts a fresh session into the browser, as if its owner had signed in before. */
async function signInFirst(page: Page): Promise<void> {
  const { address, account } = findProduct()
  await page.context().addCookies(toStorageState(await signIn(address, account)).cookies)
}

/** Ends the browser's session from elsewhere: its cookies stay. */
async function revoke(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  const value = cookies
    .filter(({ name }) => name === cookieName || name.startsWith(`${cookieName}.`))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map((cookie) => decodeURIComponent(cookie.value))
    .join('')
  const { access_token: token } = JSON.parse(Buffer.from(value.replace(/^base64-/, ''), 'base64url').toString())
  const answer = await fetch(`${findProduct().address}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(204)
}

test('a visitor signs in first and then sees the page that was asked for, once', { tag: '@phone' }, async ({
  page,
}) => {
  const { account } = findProduct()
  const wanted = summaryPath('?range=7d')
  await page.goto(wanted)
  await expect(page).toHaveURL(login)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(wanted)
  await page.goto('/auth/login')
  await expect(page).toHaveURL('/')
})

test('a wrong password keeps the visitor where they are, and the page that was asked for is not lost', async ({
  page,
}) => {
  const { account } = findProduct()
  const wanted = summaryPath('/integrations')
  await page.goto(wanted)
  for (const password of ['not the password', account.password]) {
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    if (password !== account.password) await expect(page.getByRole('alert')).toBeVisible()
  }
  await expect(page).toHaveURL(wanted)
})

test('nothing that a link adds sends anybody to another site after signing in', async ({ page }) => {
  const { account, address } = findProduct()
  for (const attack of ['//evil.example', '/\\evil.example', 'https://evil.example', '/%2f%2fevil.example']) {
    await page.context().clearCookies()
    await page
      .context()
      .addCookies([{ name: 'sb-redirect-path', value: encodeURIComponent(attack), domain: 'localhost', path: '/' }])
    await page.goto(`/auth/login?redirect=${encodeURIComponent(attack)}&next=${encodeURIComponent(attack)}`)
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${address}/`)
  }
})

test('a session that was ended elsewhere ends in an open page with the next click', async ({ page, visit }) => {
  await signInFirst(page)
  await visit('/')
  await revoke(page)
  await page.getByRole('link', { name: 'Kerzenhaus' }).click()
  await expect(page).toHaveURL(login)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('signing out in one tab takes the other one to the sign-in page', async ({ page, context, visit }) => {
  await signInFirst(page)
  await visit('/')
  const other = await context.newPage()
  await other.goto('/auth/logout')
  await waitUntilAlive(other)
  await other
    .getByRole('main')
    .getByRole('button', { name: /sign out/i })
    .click()
  await expect(other).toHaveURL(login)
  await expect(page).toHaveURL(login)
})

test('the client of an open page comes after it, renews the session before it runs out, and the page stays', async ({
  page,
  visit,
}) => {
  await signInFirst(page)
  const early: string[] = []
  page.on('request', (request) => early.push(request.url()))
  await visit('/')
  expect(early.filter((url) => /\/client-[^/]+\.js$/.test(url))).toEqual([])
  const sessionEndsAt = async (): Promise<number> => {
    const cookies = await page.context().cookies()
    return Math.max(...cookies.filter(({ name }) => name.startsWith(cookieName)).map(({ expires }) => expires))
  }
  expect(await sessionEndsAt()).toBe(-1)
  // An access token with a minute left is renewed at the client's first look.
  await page.evaluate((name) => {
    const pieces = document.cookie.split('; ').filter((piece) => piece.startsWith(name))
    const value = pieces.map((piece) => decodeURIComponent(piece.slice(piece.indexOf('=') + 1))).join('')
    const text = atob(value.slice('base64-'.length).replaceAll('-', '+').replaceAll('_', '/'))
    const soon = text.replace(/"expires_at":\d+/, `"expires_at":${Math.floor(Date.now() / 1000) + 60}`)
    for (const piece of pieces) document.cookie = `${piece.split('=')[0]}=; path=/; max-age=0`
    document.cookie = `${name}=base64-${btoa(soon).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}; path=/`
  }, cookieName)
  await expect.poll(sessionEndsAt, { timeout: 20_000 }).toBeGreaterThan(Date.now() / 1000)
  await expect(page.getByRole('heading', { name: 'Your shops' })).toBeVisible()
})

test('an expired session that nobody renewed leads to the sign-in page', async ({ page }) => {
  await signInFirst(page)
  await page.goto('/')
  await expect(page).toHaveURL('/')
  await revoke(page)
  await page.goto(summaryPath())
  await expect(page).toHaveURL(login)
  const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith(cookieName))
  expect(cookies, 'what does not work any more is taken back').toEqual([])
})
