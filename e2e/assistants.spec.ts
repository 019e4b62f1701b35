import { createHash } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { codeFor } from './authenticator.ts'
import { addGuardedPerson, addOwner, enter, type Person } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 400/ })

const callback = 'http://127.0.0.1:33418/callback'
const verifier = 'v'.repeat(43)

/** Registers a program under a name, and what it opens in the browser. */
async function askAs(name: string, request: APIRequestContext): Promise<string> {
  const data = { client_name: name, redirect_uris: [callback] }
  const registered = await request.post('/auth/v1/oauth/clients/register', { data })
  const { client_id: client } = (await registered.json()) as { client_id: string }
  const metadata = await request.get('/.well-known/oauth-protected-resource/api/v1/mcp')
  const { resource } = (await metadata.json()) as { resource: string }
  return `/auth/v1/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
    scope: 'metrics:read orders:read',
    state: 'my state',
  })}`
}

/** What the program is told in the end. */
async function heard(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(/127\.0\.0\.1:33418/)
  return new URL(page.url()).searchParams
}

test.beforeEach(async ({ page }) => {
  await page.route('http://127.0.0.1:33418/**', (route) =>
    route.fulfill({ body: 'Connected.', contentType: 'text/plain' }),
  )
})

test('an assistant is let in, listed and cut off', async ({ page, request, visit }) => {
  const owner = await addOwner('Nele')
  await enter(page.context(), owner)
  await visit(await askAs('Figures\u202E helper', request))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect an assistant')
  await expect(page.getByText('Figures helper wants to read data of your shops.')).toBeVisible()
  await expect(page.getByText(/a program on this device \(127\.0\.0\.1:33418\)/)).toBeVisible()
  await page.getByRole('radio', { name: 'Only these' }).check()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText(/Choose at least one shop/)).toBeVisible()
  await page.getByRole('radio', { name: 'Only these' }).check()
  await page.getByRole('checkbox', { name: owner.domain }).check()
  await page.getByRole('checkbox', { name: /Single orders/ }).uncheck()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  const answer = await heard(page)
  expect([answer.get('state'), answer.get('iss')?.endsWith('/auth/v1'), answer.get('code')?.length]).toEqual([
    'my state',
    true,
    43,
  ])

  await visit('/account/assistants')
  const listed = page.getByRole('listitem').filter({ hasText: 'Figures helper' })
  await expect(listed).toContainText('Metrics and breakdowns')
  await expect(listed).not.toContainText('Single orders')
  await expect(listed).toContainText('not used yet')
  await listed.getByText(/^Cut off…/).click()
  await page.getByRole('button', { name: 'Cut off Figures helper' }).click()
  await expect(page.getByText('No assistant is connected')).toBeVisible()
})

test('saying no is told too, and the request is over', async ({ page, request, visit }) => {
  await enter(page.context(), await addOwner('Olaf'))
  await visit(await askAs('Helper', request))
  const address = page.url()
  await page.getByRole('button', { name: 'Do not allow' }).click()
  expect((await heard(page)).get('error')).toBe('access_denied')
  const again = await page.request.get(address)
  expect([again.status(), (await again.text()).includes('This request is over')]).toEqual([404, true])
})

test('nobody shows the question inside a frame', async ({ page, request }) => {
  await enter(page.context(), await addOwner('Pia'))
  const { headers } = await page.request
    .get(await askAs('Helper', request))
    .then((answer) => ({ headers: answer.headers() }))
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('visitors sign in first and are brought back to the question', async ({ page, request, visit }) => {
  const owner: Person = await addOwner('Rosa')
  await visit(await askAs('Helper', request))
  await page.getByRole('textbox', { name: 'Email address' }).fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Helper wants to read data of your shops.')).toBeVisible()
})

test('somebody with a second factor signs in with its code before the question is put', async ({
  page,
  request,
  visit,
}) => {
  const person = await addGuardedPerson('Tom')
  await visit(await askAs('Helper', request))
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: /code/i }).fill(codeFor(person.key, { next: 1 }))
  await expect(page.getByText(/You see no shop yet|wants to read data/).first()).toBeVisible()
})
