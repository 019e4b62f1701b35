import { demoShop, summaryPath } from './figures.ts'
import { addOwner, addPerson, enter } from './people.ts'
import { expect, test } from './product-test.ts'
import { logIn } from './sign-in-page.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 404/ })

const guarded = [
  '/',
  summaryPath(),
  summaryPath('/integrations'),
  summaryPath('/progress'),
  summaryPath('/export.csv'),
  summaryPath('/hub'),
  summaryPath('/campaigns'),
  summaryPath('/attributions'),
  summaryPath('/profit'),
  summaryPath('/costs'),
  summaryPath('/costs/goods'),
  summaryPath('/costs/gateway'),
  summaryPath('/costs/shipping'),
  summaryPath('/costs/files'),
  summaryPath('/tracking'),
  summaryPath('/tracking/googleads'),
  summaryPath('/tracking/metaads'),
  summaryPath('/tracking/tiktokads'),
  summaryPath('/settings'),
  summaryPath('/settings/plans'),
  summaryPath('/settings/members'),
  summaryPath('/settings/privacy'),
  summaryPath('/setup/integrations'),
  summaryPath('/setup/done'),
  '/account',
  '/account/profile',
  '/account/security',
  '/account/security/password',
  '/account/security/email',
  '/account/security/phone',
  '/account/security/authenticator',
  '/account/security/phone-factor',
  '/account/security/recovery-codes',
  '/account/notifications',
  '/account/inbox',
  '/account/billing',
  '/register',
  '/register/connect',
  '/no/such/page',
]

test('a visitor is led to signing in from every page, by whatever it is asked with', async ({ request }) => {
  for (const path of guarded) {
    const responses = [
      await request.get(path, { maxRedirects: 0 }),
      await request.post(path, { maxRedirects: 0, form: { intent: 'profile', name: 'x' } }),
      await request.get(`${path === '/' ? '/_root' : path}.data`, { maxRedirects: 0 }),
      await request.get(`${path === '/' ? '' : path}/_payload.json`, { maxRedirects: 0 }),
    ]
    for (const result of responses) {
      const target = result.headers()['location'] ?? (await result.text())
      expect(target, `${path} ${result.status()}`).toMatch(/\/auth\/(?:login|register)/)
      expect(await result.text(), path).not.toContain(demoShop.name)
    }
  }
})

test('the API and pictures are closed to visitors, what says how the product is stays open', async ({ request }) => {
  for (const path of [
    '/api/shop/lists',
    '/api/shop/getPreference',
    '/api/shop/events?shop=00000000-0000-4000-8000-000000000000',
    '/api/v1/shops',
    `/api/v1/shops/${demoShop.domain}/health`,
  ]) {
    expect((await request.get(path)).status(), path).toBe(401)
  }
  expect((await request.get('/account/picture/x/y')).status()).toBe(401)
  for (const path of ['/auth/login', '/auth/v1/health', '/healthz', '/icon.svg']) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200)
  }
})

test('what browsers ask for by themselves is there, or is not, and never where signing in leads', async ({
  page,
  request,
}) => {
  for (const [path, type] of [
    ['/favicon.ico', /^image\//],
    ['/apple-touch-icon.png', /^image\/png/],
    ['/robots.txt', /^text\/plain/],
  ] as const) {
    const result = await request.get(path, { maxRedirects: 0 })
    expect(result.status(), path).toBe(200)
    expect(result.headers()['content-type'], path).toMatch(type)
  }
  await page.goto('/account/security')
  await expect(page).toHaveURL('/auth/login')
  const lost = ['/apple-touch-icon-precomposed.png', '/.well-known/appspecific/com.chrome.devtools.json', '/.env']
  const asked = await page.evaluate(
    (paths) => Promise.all(paths.map(async (path) => (await fetch(path, { redirect: 'manual' })).status)),
    lost,
  )
  expect(asked).toEqual([404, 404, 404])
  await page.evaluate(async () => {
    const picture = new Image()
    picture.src = '/account/picture'
    await picture.decode().catch(() => undefined)
  })
  await logIn(page, await addPerson('Gerd'))
  await expect(page).toHaveURL('/account/security')
})

test('shops begin with setting one up', async ({ page, visit }) => {
  await enter(page.context(), await addPerson('Dina'))
  for (const path of [summaryPath(), summaryPath('/integrations'), '/shop/nobody.example']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/register')
  }
  await visit('/')
  await page.getByRole('link', { name: 'Set up your shop' }).click()
  await expect(page.getByRole('heading', { name: 'Set up your shop' })).toBeVisible()
})

test('somebody else’s shop is one that does not exist', async ({ page }) => {
  const owner = await addOwner('Egon')
  await enter(page.context(), owner)
  for (const rest of ['', '/integrations', '/settings/members']) {
    await page.goto(summaryPath(rest))
    await expect(page).toHaveURL(`/shop/${owner.domain}${rest}`)
  }
  expect((await page.request.get(`/api/v1/shops/${demoShop.domain}/health`)).status()).toBe(404)
})

test('an address that does not exist is told to those who are signed in', async ({ page }) => {
  await enter(page.context(), await addPerson('Fritz'))
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Page not found: /no/such/page')).toBeVisible()
})

test.describe('somebody who is signed in', () => {
  test.use({ isVisitor: false })

  test('what a page shows comes as JSON to whoever may open it', async ({ page }) => {
    const ask = (path: string) => page.request.get(`${path}/_payload.json`, { maxRedirects: 0 })
    const orders = await ask(`/shop/${demoShop.domain}/orders`)
    expect(orders.headers()['cache-control']).toBe('private, no-store')
    expect(Object.keys(await orders.json())).toContain('pages/orders/route')
    expect(await orders.text()).toContain(demoShop.name)
    const campaigns = JSON.stringify(await (await ask(`/shop/${demoShop.domain}/campaigns`)).json())
    // A part that the page itself waits for.
    expect(campaigns).toContain('"recorded"')
    const nothing = await ask('/no/such/page')
    expect([nothing.status(), nothing.headers()['content-type']]).toEqual([404, 'application/problem+json'])
  })
})
