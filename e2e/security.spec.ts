import { demoShop, summaryPath } from './figures.ts'
import { addColleague, addOwner, openDevice, sessionOf } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { toHeader } from './signed-in.ts'

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

test.describe('a page that the server remembers', () => {
  /** Opens a page as a browser would that runs scripts. */
  async function open(cookie: string, path = summaryPath()) {
    const headers = { cookie, 'user-agent': 'Mozilla/5.0 Chrome/150.0.0.0', 'accept-encoding': 'gzip' }
    const {
      status,
      headers: given,
      body,
    } = await fetch(`${findProduct().address}${path}`, { headers, redirect: 'manual' })
    const html = body === null ? '' : await new Response(body).text()
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(given.get('content-security-policy') ?? '') ?? []
    const [opening = ''] = /<html[^>]*>/.exec(html) ?? []
    // Those that come from memory are known from the start to their end.
    return { status, headers: given, html, nonce, opening, isRemembered: given.has('content-length') }
  }

  /** Opens it until it was remembered. */
  async function openOften(cookie: string, path?: string) {
    for (let visits = 0; visits < 8; visits += 1) {
      const page = await open(cookie, path)
      if (page.isRemembered && visits > 3) return page
    }
    throw new Error('The page was rendered each time.')
  }

  const withoutNew = (html: string) =>
    html
      .replaceAll(/nonce="[^"]*"/g, '')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
      .replaceAll(/Updated [^<"\\]* ago/g, '')

  test('is the same for the same person, with a number of its own each time', async () => {
    const cookie = `${toHeader(await sessionOf(await addColleague('Rita')))}; js=1`
    const pages = [await openOften(cookie), await open(cookie), await open(cookie)]
    for (const { html, nonce, headers } of pages) {
      expect(new Set([...html.matchAll(/nonce="([^"]*)"/g)].map(([, each]) => each))).toEqual(new Set([nonce]))
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('vary')).toContain('Accept-Encoding')
    }
    expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(3)
    const ids = pages.map(({ html }) => /requestId\\",\\"([^\\]+)/.exec(html)?.[1])
    expect(new Set(ids).size).toBe(3)
    expect(new Set(pages.map(({ html }) => withoutNew(html))).size).toBe(1)
  })

  test('is never another person’s, nor of another shop, and follows theme, language and layout', async () => {
    const people = await Promise.all(['Rosa', 'Ruth'].map(addColleague))
    const stranger = await addOwner('Rolf')
    const visitors = await Promise.all(
      [...people, stranger].map(async (person) => ({ ...person, cookie: toHeader(await sessionOf(person)) })),
    )
    for (const { email, cookie } of [...visitors, ...visitors]) {
      const path = email === stranger.email ? `/shop/${stranger.domain}` : summaryPath()
      const { html } = await openOften(cookie, path)
      for (const other of visitors)
        expect(html.includes(other.email), `${email}, ${other.email}`).toBe(other.email === email)
      expect(html.includes(demoShop.name)).toBe(email !== stranger.email)
    }
    // An address of another organisation leads to one’s own, however often it was remembered for its people.
    expect((await open(visitors[2]?.cookie ?? '')).status).toBe(302)

    const cookie = visitors[0]?.cookie ?? ''
    for (const theme of ['dark', 'light', 'dark'])
      expect((await openOften(`theme=${theme}; ${cookie}`)).opening).toContain(`data-theme="${theme}"`)
    const change = async (preference: object) => {
      const { address } = findProduct()
      const body = JSON.stringify({ shop: demoShop.domain, preference })
      const headers = { cookie, 'content-type': 'application/json' }
      const { ok } = await fetch(`${address}/api/shop/updatePreference`, { method: 'PUT', headers, body })
      expect(ok).toBe(true)
    }
    expect((await open(cookie)).opening).toContain('lang="en"')
    await change({ language: 'de' })
    expect((await open(cookie)).opening).toContain('lang="de"')
    expect((await openOften(cookie)).opening).toContain('lang="de"')
    expect((await open(visitors[1]?.cookie ?? '')).opening).toContain('lang="en"')
    await change({ language: 'en', summary: { layout: { fluid: true } } })
    expect((await open(cookie)).html).not.toContain('max-w-[1600px]')
    expect((await openOften(cookie)).html).not.toContain('max-w-[1600px]')
    expect((await open(visitors[1]?.cookie ?? '')).html).toContain('max-w-[1600px]')
  })

  test('is nobody’s any more who signed out', async () => {
    const person = await addColleague('Rudi')
    const cookie = toHeader(await sessionOf(person))
    await openOften(cookie)
    await (await openDevice(person)).signOut({ scope: 'global' })
    const { status, html } = await open(cookie)
    expect([status, html]).toEqual([302, ''])
    expect((await open('')).status).toBe(302)
  })
})
