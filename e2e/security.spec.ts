import { demoShop, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'

// A violation of the policy is logged as an error, which fails every test except the one that provokes it.

for (const [whose, paths] of [
  [
    'signed-in people',
    [
      summaryPath(),
      '/',
      summaryPath('/integrations'),
      summaryPath('/hub'),
      summaryPath('/costs/goods'),
      '/register',
      '/account/security',
      summaryPath(),
    ],
  ],
  ['visitors', ['/auth/login', '/auth/register', '/auth/password/forgot', '/invitation/made-up', '/auth/login']],
] as const) {
  test.describe(`for ${whose}`, () => {
    test.use({ isVisitor: whose === 'visitors' })

    test('only scripts of the page itself may run, by a number that is new with each answer', async ({ page }) => {
      const nonces = new Set<string>()
      for (const path of paths) {
        const response = await page.goto(path)
        const policy = response?.headers()['content-security-policy'] ?? ''
        const nonce = /script-src 'nonce-([^']{16,})' 'strict-dynamic'/.exec(policy)?.[1] ?? ''
        expect(nonce, path).not.toBe('')
        for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
          expect(policy).toContain(rule)
        expect(policy).not.toContain('unsafe-eval')
        // Forms redirect elsewhere only where a store or platform is connected; the tests have no OAuth provider.
        const leadsOn = path === summaryPath('/integrations')
        expect(policy.includes("form-action 'self' https: http:"), path).toBe(leadsOn)
        expect(policy, path).toContain("form-action 'self'")
        const own = await page.locator('script').evaluateAll((all) => all.map(({ nonce: each }) => each))
        expect(own.length).toBeGreaterThan(0)
        nonces.add(nonce)
      }
      expect(nonces.size).toBe(paths.length)
    })
  })
}

test.describe('broken in', () => {
  test.use({ expectedMessage: /^Executing inline script violates .*script-src 'nonce-/ })

  test('a script without the number does not run', async ({ page }) => {
    await page.route(summaryPath(), async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('</body>', '<script>document.title = "broken in"</script></body>')
      await route.fulfill({ response, body })
    })
    const violation = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()))
    await page.goto(summaryPath())
    await violation
    await expect(page).toHaveTitle(`${demoShop.name} - Tillsight`)
  })
})

test('every answer says that its type is not to be guessed and that it belongs into no frame', async ({ request }) => {
  for (const path of [summaryPath(), '/no/such/page', '/api/v1/shops', '/icon.svg']) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin')
  }
})

test('forms from another site are not carried out', async ({ request }) => {
  const result = await request.post('/register', {
    headers: { origin: 'https://elsewhere.example' },
    form: { domain: 'smuggled.example', platform: 'woocommerce', zone: 'UTC', currency: 'USD' },
    maxRedirects: 0,
  })
  expect(result.status()).toBe(403)
})
