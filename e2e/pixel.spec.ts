import { expect } from '@playwright/test'
import { keptBy, test } from './pixel-shop.ts'

const granted = { attributes: 'data-consent="granted"' }
const landing = '/tea?utm_source=google&utm_id=7&gclid=Cj0K&email=a@b.example'
const layer = (...commands: string[]) =>
  `<script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)};${commands.join(';')}</script>`
const heldBack = layer(
  "gtag('consent','default',{analytics_storage:'denied',ad_storage:'denied',ad_user_data:'denied'})",
)

test('a page view comes in from another origin, and one visitor is recognised on the next page', async ({
  page,
  shop,
}) => {
  shop.show(granted)
  await page.goto(`${shop.address}${landing}`)
  const [view] = await shop.events(1)
  expect(view).toMatchObject({ name: 'page_view', url: `${shop.address}${landing}`, webdriver: true })
  await page.goto(`${shop.address}/coffee`)
  await shop.events(2)
  const [first, second] = shop.messages
  expect(first?.type).toContain('text/plain')
  expect(first?.visitor).toMatch(/^[0-9a-f]{32}$/)
  expect(second?.visitor).toBe(first?.visitor)
  expect(await keptBy(page)).toEqual({ cookie: `ts_v=${first?.visitor}`, storage: first?.visitor })
})

test('nothing is left in the window, and the page stays as it was', async ({ page, shop }) => {
  await page.route('**/p.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }), { times: 1 })
  shop.show(granted)
  await page.goto(shop.address)
  const names = () => page.evaluate(() => Object.getOwnPropertyNames(window).concat(Object.keys(document)).toSorted())
  const before = await names()
  await page.goto(shop.address)
  await shop.events(1)
  expect(await names()).toEqual(before)
})

test.describe('while nobody has decided', () => {
  test('nothing is sent or kept; with the grant the landing comes whole', async ({ page, shop }) => {
    shop.show({ before: heldBack })
    await page.goto(`${shop.address}${landing}`)
    await page.evaluate(() => history.pushState(null, '', '/coffee'))
    expect(await keptBy(page)).toEqual({ cookie: '', storage: null })
    expect(shop.messages).toEqual([])
    await page.evaluate(() =>
      Reflect.get(window, 'gtag')('consent', 'update', { analytics_storage: 'granted', ad_storage: 'granted' }),
    )
    const [view, next] = await shop.events(2)
    expect(view?.url).toBe(`${shop.address}${landing}`)
    expect(next).toMatchObject({ url: `${shop.address}/coffee`, referrer: `${shop.address}${landing}` })
    expect(shop.messages[0]?.visitor).toMatch(/^[0-9a-f]{32}$/)
    expect(shop.messages[0]?.consent).toMatchObject({ analytics_storage: 'granted', ad_user_data: 'unknown' })
  })

  test('a page that is left is counted without anything that names somebody', async ({ page, shop }) => {
    shop.show({ before: heldBack })
    await page.goto(`${shop.address}${landing}`)
    await page.goto('about:blank')
    const [view] = await shop.events(1)
    expect(view?.url).toBe(`${shop.address}/tea?utm_source=google&utm_id=7`)
    expect(shop.messages[0]?.visitor).toBeUndefined()
    expect(shop.messages[0]?.consent.analytics_storage).toBe('unknown')
  })

  test('a default for some regions that denies counts everywhere', async ({ page, shop }) => {
    const all = "gtag('consent','default',{analytics_storage:'granted'})"
    const some = "gtag('consent','default',{analytics_storage:'denied',region:['DE']})"
    shop.show({ before: layer(all, some) })
    await page.goto(shop.address)
    await page.goto('about:blank')
    await shop.events(1)
    expect(shop.messages[0]?.consent.analytics_storage).toBe('unknown')
  })
})

test('after a denial events are counted without visitor, click ids and customers', async ({ page, shop }) => {
  shop.show({ before: heldBack })
  await page.goto(`${shop.address}${landing}`)
  await page.evaluate(() => {
    Reflect.get(window, 'gtag')('consent', 'update', { analytics_storage: 'denied', ad_storage: 'denied' })
    document.dispatchEvent(
      new CustomEvent('tillsight', { detail: { event: 'identify', customer: { email: 'a@b.example' } } }),
    )
  })
  const [view, identified] = await shop.events(2)
  expect(view?.url).toBe(`${shop.address}/tea?utm_source=google&utm_id=7`)
  expect(identified?.name).toBe('identify')
  expect(JSON.stringify(shop.messages)).not.toMatch(/Cj0K|b\.example|visitor/)
  expect(await keptBy(page)).toEqual({ cookie: '', storage: null })
})

test('a withdrawal deletes what was kept and says so', async ({ page, shop }) => {
  shop.show({})
  await page.goto(shop.address)
  const decide = (consent: string) =>
    page.evaluate((detail) => document.dispatchEvent(new CustomEvent('tillsight', { detail })), { consent })
  await decide('granted')
  await shop.events(1)
  expect((await keptBy(page)).cookie).toContain('ts_v=')
  await decide('denied')
  await shop.events(2)
  expect(shop.messages.at(-1)).toMatchObject({ consent: { analytics_storage: 'denied', withdrawn: true } })
  expect(shop.messages.at(-1)?.visitor).toBeUndefined()
  expect(await keptBy(page)).toEqual({ cookie: '', storage: null })
})

test('a withdrawal is told also by who decides while the message before it is on its way', async ({ page, shop }) => {
  shop.show({})
  await page.goto(shop.address)
  await page.evaluate(async () => {
    const decide = (consent: string) => document.dispatchEvent(new CustomEvent('tillsight', { detail: { consent } }))
    decide('granted')
    // The script sends in a task of its own; what comes right after it precedes any response.
    await new Promise((done) => setTimeout(done))
    decide('denied')
  })
  await shop.events(2)
  expect(shop.messages.at(-1)).toMatchObject({ consent: { analytics_storage: 'denied', withdrawn: true } })
})

test('WordPress’ consent API is asked, and listened to', async ({ page, shop }) => {
  shop.show({ before: '<script>window.wp_has_consent=()=>false</script>' })
  await page.goto(`${shop.address}${landing}`)
  expect(shop.messages).toEqual([])
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('wp_listen_for_consent_change', { detail: { statistics: 'allow' } })),
  )
  const [view] = await shop.events(1)
  // With consent to statistics only, click ids are not stored.
  expect(view?.url).toBe(`${shop.address}/tea?utm_source=google&utm_id=7`)
  expect(shop.messages[0]?.visitor).toMatch(/^[0-9a-f]{32}$/)
  shop.show({ before: "<script>window.wp_has_consent=(category)=>category==='statistics'</script>" })
  await page.goto(shop.address)
  await shop.events(2)
  expect(shop.messages[1]?.consent).toMatchObject({ analytics_storage: 'granted', ad_storage: 'unknown' })
})

test('Shopify’s privacy API is loaded, asked and listened to', async ({ page, shop }) => {
  shop.show({
    before: `<script>window.Shopify={loadFeatures(features,done){Shopify.customerPrivacy={
      analyticsProcessingAllowed:()=>Shopify.is,marketingAllowed:()=>false,
      currentVisitorConsent:()=>({analytics:'',marketing:'no'})};done()}}</script>`,
  })
  await page.goto(shop.address)
  expect(shop.messages).toEqual([])
  await page.evaluate(() => {
    Object.assign(Reflect.get(window, 'Shopify'), { is: true })
    document.dispatchEvent(new CustomEvent('visitorConsentCollected'))
  })
  await shop.events(1)
  expect(shop.messages[0]?.consent).toMatchObject({ analytics_storage: 'granted', ad_storage: 'denied' })
})

for (const withNavigation of [true, false]) {
  const by = withNavigation ? 'the browser’s navigation events' : 'the calls of older browsers'
  test(`pages that a theme shows without loading are told by ${by}`, async ({ page, shop }) => {
    if (!withNavigation)
      await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
    shop.show(granted)
    await page.goto(`${shop.address}/tea?utm_source=x`)
    await shop.events(1)
    await page.evaluate(() => history.replaceState(null, '', '/tea'))
    await page.evaluate(() => history.pushState(null, '', '/coffee?variant=1'))
    await shop.events(2)
    await page.evaluate(() => history.replaceState(null, '', '/coffee?variant=2'))
    await page.evaluate(() => history.pushState(null, '', '/coffee?variant=2#reviews'))
    await page.evaluate(() => history.pushState(null, '', '/coffee?variant=2#/cart'))
    await shop.events(3)
    await page.goBack()
    await page.evaluate(() => history.pushState(null, '', '/end'))
    const paths = (await shop.events(5)).map(({ url }) => url.slice(shop.address.length))
    expect(paths).toEqual([
      '/tea?utm_source=x',
      '/coffee?variant=1',
      '/coffee?variant=2#/cart',
      '/coffee?variant=2#reviews',
      '/end',
    ])
  })
}

test('a page that comes back from the browser’s memory is a page view', async ({ page, shop }) => {
  shop.show(granted)
  await page.goto(`${shop.address}/tea`)
  await shop.events(1)
  // The bundled browser has no back/forward cache: its event is dispatched by hand.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  const [first, again] = await shop.events(2)
  expect(again).toMatchObject({ name: 'page_view', url: first?.url })
  expect(again?.id).not.toBe(first?.id)
})

test('a page that is made ready in advance is counted once it is shown', async ({ page, shop }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true }))
  shop.show(granted)
  await page.goto(shop.address)
  expect(await keptBy(page)).toEqual({ cookie: '', storage: null })
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')))
  expect(await shop.events(1)).toHaveLength(1)
})

test('under other names and on the shop’s own origin the server keeps the visitor', async ({ page, shop, context }) => {
  await page.route('**/p.js', (route) => route.abort())
  shop.show({
    body: '<script defer src="/lib/menu.js" data-key="tk_0123456789abcdef01234567" data-to="/n/1" data-consent="granted"></script>',
    before: '<script>addEventListener("error",(event)=>event.stopImmediatePropagation(),true)</script>',
    attributes: 'data-to="/n/1" type="text/plain"',
  })
  await page.goto(shop.address)
  await shop.events(1)
  await page.goto(`${shop.address}/coffee`)
  await shop.events(2)
  expect(shop.messages.map(({ visitor }) => visitor)).toEqual([undefined, undefined])
  expect(shop.messages[1]?.cookie).toBe(`ts_v=${'a'.repeat(32)}`)
  expect(await keptBy(page)).toEqual({ cookie: '', storage: null })
  expect((await context.cookies())[0]).toMatchObject({ httpOnly: true })
})

test('what the collector cannot keep goes when the page is left', async ({ page, shop }) => {
  shop.show(granted)
  shop.answer(500)
  const refused = page.waitForResponse((response) => response.status() === 500)
  // The browser logs such a response in the console.
  page.removeAllListeners('console')
  await page.goto(`${shop.address}/tea`)
  await refused
  expect(shop.messages).toEqual([])
  await page.goto(`${shop.address}/coffee`)
  const paths = (await shop.events(2)).map(({ url }) => new URL(url).pathname)
  expect(paths.toSorted()).toEqual(['/coffee', '/tea'])
})

test('shops tell of baskets, orders and people in four ways; what makes no sense is left out', async ({
  page,
  shop,
}) => {
  shop.show({
    attributes: 'data-consent="granted" data-listen="dataLayer"',
    before: `<script>window.dataLayer=[{event:'view_item',ecommerce:{value:9,currency:'EUR'}},{event:'scroll'}]</script>
      <script type="application/json" data-ts-events>[{"event":"purchase","id":"0123456789abcdef","order":4711,"value":"99.90","currency":"eur"}]</script>`,
    body: '<button data-ts-event="add_to_cart" data-ts-value="12.5" data-ts-currency="EUR"><b>Add</b></button>',
  })
  await page.goto(shop.address)
  await shop.events(3)
  await page.getByText('Add').click()
  await page.evaluate(() => {
    const tell = (detail: unknown) => document.dispatchEvent(new CustomEvent('tillsight', { detail }))
    for (const wrong of [null, 1, 'x', { event: 'Not A Name' }, { event: { a: 1 } }]) tell(wrong)
    tell({ event: 'identify', customer: { email: 'a@b.example', shoe: 44 }, value: 'much', currency: 'euros' })
  })
  const told = (await shop.events(5)).map(({ at: _at, url: _url, webdriver: _webdriver, ...event }) => event)
  expect(told.map(({ name }) => name)).toEqual(['page_view', 'purchase', 'product_view', 'add_to_cart', 'identify'])
  expect(told[1]).toEqual({ id: '0123456789abcdef', name: 'purchase', order: '4711', value: '99.90', currency: 'EUR' })
  expect(told[2]).toMatchObject({ value: '9', currency: 'EUR' })
  expect(told[3]).toMatchObject({ value: '12.5', currency: 'EUR' })
  expect(told[4]).toEqual({ id: told[4]?.id, name: 'identify', customer: { email: 'a@b.example' } })
})

test('keys of ad platforms go along only where user data may be sent', async ({ page, shop }) => {
  shop.show({ before: `<script>document.cookie='_fbp=fb.1.2.3';document.cookie='_ttp=t1'</script>` })
  await page.goto(shop.address)
  const decide = (consent: object) =>
    page.evaluate((detail) => document.dispatchEvent(new CustomEvent('tillsight', { detail })), { consent })
  await decide({ analytics_storage: 'granted', ad_user_data: 'denied' })
  expect((await shop.events(1))[0]?.ids).toBeUndefined()
  await decide({ ad_user_data: 'granted' })
  await page.evaluate(() => history.pushState(null, '', '/coffee'))
  expect((await shop.events(2))[1]?.ids).toEqual({ fbp: 'fb.1.2.3', ttp: 't1' })
})

test('the script twice in a page counts once', async ({ page, shop }) => {
  const again = `<script defer src="/again.js" data-key="tk_0123456789abcdef01234567" data-to="/p/collect" data-consent="granted"></script>`
  shop.show({ ...granted, body: again })
  await page.goto(shop.address)
  await shop.events(1)
  await page.goto(`${shop.address}/end`)
  expect((await shop.events(2)).map(({ url }) => new URL(url).pathname)).toEqual(['/', '/end'])
})

test('a page whose own scripts break everything has no failure of ours', async ({ page, shop }) => {
  await page.addInitScript(() => {
    window.fetch = () => {
      throw new Error('none of this')
    }
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new Error('none of this')
      },
    })
    Object.assign(window, { dataLayer: [null, 1, { event: null }, ['consent'], ['consent', 'update', null]] })
  })
  shop.show({
    attributes: 'data-listen="dataLayer"',
    before: '<script type="application/json" data-ts-events>{not json</script>',
  })
  await page.goto(shop.address)
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('tillsight', { detail: { consent: 'granted', event: 'sign_up' } })),
  )
  await page.goto('about:blank')
  expect((await shop.events(2)).map(({ name }) => name)).toEqual(['page_view', 'sign_up'])
})

test('as the WooCommerce plug-in prints it, a basket that is filled is told once', async ({ page, shop }) => {
  shop.show({
    html: `<!doctype html><title>Shop</title>
      <script type="application/json" data-ts-events="1" data-key="tk_0123456789abcdef01234567" data-to="/n/1" data-consent="granted">[{"event":"product_view","value":"12.50","currency":"EUR"}]</script>
      <script defer src="/store.js?ver=1"></script>
      <form class="cart" onsubmit="event.preventDefault();document.dispatchEvent(new Event('wc-blocks_added_to_cart'))"><button>Buy</button></form>`,
  })
  await page.route('**/store.js*', (route) => route.continue({ url: `${shop.address}/store.js` }))
  await page.goto(shop.address)
  await shop.events(2)
  await page.getByText('Buy').click()
  await page.goto(`${shop.address}/end`)
  const names = (await shop.events(5)).map(({ name }) => name)
  expect(names).toEqual(['page_view', 'product_view', 'add_to_cart', 'page_view', 'product_view'])
  expect(shop.messages.at(-1)?.cookie).toBe(`ts_v=${'a'.repeat(32)}`)
})
