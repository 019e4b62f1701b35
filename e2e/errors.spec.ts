import { demoShop } from './figures.ts'
import { expect, test } from './product-test.ts'

// The browser logs a document with such a status.
test.use({ expectedMessage: /the server responded with a status of 404/ })

test('an address that does not exist says so, with its status and a way on', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Page Not Found - Tillsight')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('Page not found: /no/such/page')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your shops' }).click()
  await expect(page).toHaveURL('/')
})

test('a shop that nobody has leads to the same page of the first one', async ({ page, request }) => {
  const [first]: readonly { readonly domain: string }[] = await (await request.get('/api/v1/shops')).json()
  for (const rest of ['', '?range=7d', '/integrations']) {
    await page.goto(`/shop/nobody.example${rest}`)
    await expect(page).toHaveURL(`/shop/${first?.domain}${rest}`)
  }
})

test('a page that a shop does not have says so, with its status', async ({ page }) => {
  const response = await page.goto(`/shop/${demoShop.domain}/attic`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
})

test('robots get the status in plain text instead of the page', async ({ request }) => {
  const result = await request.get('/no/such/page', { headers: { 'user-agent': 'Googlebot/2.1' } })
  expect(result.status()).toBe(404)
  expect(result.headers()['content-type']).toMatch('text/plain')
  expect(await result.text()).toBe('Page not found: /no/such/page')
})

test('scripts that post a form are told why it is refused, as people are', async ({ request, baseURL }) => {
  const result = await request.post(`/shop/${demoShop.domain}/integrations/imports`, {
    headers: { 'user-agent': 'curl/8.0', origin: baseURL ?? '' },
    multipart: { file: { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('') } },
  })
  expect(result.status()).toBe(400)
  expect(await result.text()).toContain('The file is empty')
})

test('what is typed into the address comes back as text', async ({ page }) => {
  await page.goto('/%3Cimg%20src=x%20onerror=alert(1)%3E')
  await expect(page.getByText('Page not found: /<img src=x onerror=alert(1)>')).toBeVisible()
})
