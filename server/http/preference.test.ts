import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { updatePerson } from '@tillsight/database'
import { createAppServices } from '../app-services/index.ts'
import { getJson, type Problem } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson, visitOf } from '../testing/people.ts'

const installation = await startInstallation({ after })
const { owner, runtime } = installation
const stranger = await addPerson(installation, 'stranger@example.com')
await addShop(installation, { domain: 'a.example', name: 'Apples' })
await addShop(installation, { domain: 'b.example', name: 'Bananas', currency: 'JPY', zone: 'Asia/Tokyo' })

interface Wire {
  readonly summary: {
    readonly stats: { readonly pins: readonly string[] }
    readonly layout: { readonly grid: number; readonly fluid: boolean }
    readonly channelOrder: readonly string[]
  }
  readonly language: string
  readonly theme: string
  readonly currency: string
  readonly decimal: number
}

const defaults = {
  summary: { stats: { pins: [] }, layout: { grid: 4, fluid: false }, channelOrder: [] },
  language: 'en',
  theme: 'system',
  currency: 'USD',
  decimal: 2,
  numbers: 'auto',
}

async function idOf(domain: string): Promise<string> {
  const { body } = await getJson<{ id: string; domain: string }[]>(installation, '/api/shop/lists')
  return body.find((shop) => shop.domain === domain)?.id ?? assert.fail(domain)
}

const [apples, bananas] = [await idOf('a.example'), await idOf('b.example')]
const get = <T = Wire>(shop: string, init?: RequestInit) =>
  getJson<T>(installation, `/api/shop/getPreference?shop=${encodeURIComponent(shop)}`, init)

function put<T = Wire>(body: unknown, headers: HeadersInit = {}) {
  return getJson<T>(installation, '/api/shop/updatePreference', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...Object.fromEntries(new Headers(headers)) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

suite('the preference of a person for a shop', () => {
  test('is complete, with the specification’s defaults', async () => {
    for (const shop of [apples, apples.toUpperCase(), 'a.example', 'A.example']) {
      const { status, body } = await get(shop)
      assert.deepEqual([status, body], [200, defaults])
    }
    const response = await installation.fetch(`/api/shop/getPreference?shop=${apples}`)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  test('is saved as a whole or in part, for this person and shop, and answered complete', async () => {
    const pins = ['woocommerce.sales', 'woocommerce.orders']
    const whole = { ...defaults, summary: { ...defaults.summary, stats: { pins, 'own.a': { size: 2 } } } }
    assert.deepEqual((await put({ shop: apples, preference: whole })).body, whole)
    assert.deepEqual((await get(apples)).body, whole)
    const part = await put({ shop: 'a.example', preference: { summary: { stats: { 'own.a': null } } } })
    assert.deepEqual(part.body.summary.stats, { pins })
    assert.deepEqual((await get(bananas)).body, defaults)
  })

  test('is read and written by a browser’s cookie too, from pages of this site only', async () => {
    const { cookie } = owner
    assert.equal((await get(apples, { headers: { cookie } })).status, 200)
    const write = async (origin: string) =>
      (await put({ shop: apples, preference: { theme: 'dark' } }, { cookie, origin })).status
    assert.deepEqual([await write(installation.address), await write('https://evil.example')], [200, 403])
    assert.equal((await get(apples)).body.theme, 'dark')
  })

  test('keeps what two tabs write at the same time', async () => {
    const orders = Array.from({ length: 6 }, (_, index) => `own.w${index}`)
    const responses = await Promise.all(
      orders.map((key) => put({ shop: bananas, preference: { summary: { stats: { [key]: { size: 1 } } } } })),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    const { stats } = (await get(bananas)).body.summary
    assert.deepEqual(Object.keys(stats).toSorted(), ['pins', ...orders].toSorted())
  })
})

suite('a preference call that cannot be answered', () => {
  test('says why as problem+json', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000'
    const cases: readonly [body: unknown, status: number, detail: RegExp][] = [
      [{ preference: {} }, 400, /“shop” is missing/],
      [{ shop: 7, preference: {} }, 400, /“shop” is missing/],
      [{ shop: nowhere, preference: {} }, 404, /There is no shop/],
      [{ shop: 'nowhere.example', preference: {} }, 404, /There is no shop/],
      [{ shop: apples }, 400, /“preference” is not a JSON object/],
      [{ shop: apples, preference: [] }, 400, /“preference” is not a JSON object/],
      [{ shop: apples, preference: { decimal: 'two' } }, 400, /“decimal” is not valid/],
      [{ shop: apples, preference: { summary: { layout: { grid: 0 } } } }, 400, /“summary\.layout\.grid” is not valid/],
      [{ shop: apples, preference: { summary: { stats: { pins: 'sales' } } } }, 400, /“summary\.stats\.pins”/],
      ['{nope', 400, /not a JSON object/],
      ['[1]', 400, /not a JSON object/],
    ]
    for (const [body, status, detail] of cases) {
      const result = await put<Problem>(body)
      assert.deepEqual([result.status, result.type], [status, 'application/problem+json'], JSON.stringify(body))
      assert.match(result.body.detail, detail)
    }
    const wrong = await put<Record<string, unknown>>({ shop: apples, preference: { decimal: 'two', theme: 1 } })
    assert.deepEqual(
      ['decimal', 'theme'].map((field) => typeof wrong.body[field]),
      ['string', 'string'],
    )
    const form = await put<Problem>('shop=1', { 'content-type': 'application/x-www-form-urlencoded' })
    assert.match(form.body.detail, /content-type: application\/json/)
    for (const [shop, status] of [
      ['', 400],
      [nowhere, 404],
      ['no\0where', 404],
    ] as const) {
      assert.equal((await get<Problem>(shop)).status, status)
    }
    assert.equal((await getJson<Problem>(installation, '/api/shop/getPreference')).status, 400)
  })

  test('is one of a visitor, or about a stranger’s shop', async () => {
    const asVisitor = await installation.fetchAsVisitor(`/api/shop/getPreference?shop=${apples}`)
    assert.equal(asVisitor.status, 401)
    const written = await installation.fetchAsVisitor('/api/shop/updatePreference', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(written.status, 401)
    const headers = stranger.headers()
    assert.equal((await get<Problem>(apples, { headers })).status, 404)
    assert.equal((await put<Problem>({ shop: apples, preference: {} }, headers)).status, 404)
  })
})

suite('pages', () => {
  test('print figures as the person prefers, in the shop’s currency until one is chosen', async () => {
    const displays = async () => {
      const shops = await createAppServices(runtime, visitOf(installation, owner)).listShops()
      return shops.map(({ display }) => display)
    }
    const [first, second] = await displays()
    assert.deepEqual([first?.currency, second?.currency, first?.language], ['EUR', 'JPY', 'en'])
    await put({ shop: bananas, preference: { currency: 'USD', decimal: 0, numbers: 'de-DE' } })
    await updatePerson(runtime.stores.database.kysely, owner.id, { language: 'fr' })
    assert.deepEqual((await displays())[1], {
      currency: 'USD',
      decimals: 0,
      language: 'fr',
      chosenLanguage: null,
      numbers: 'de-DE',
    })
    const shop = await createAppServices(runtime, visitOf(installation, owner)).shop('b.example')
    assert.equal(shop?.shop.display.currency, 'USD')
    assert.equal((await shop?.run('preference.get'))?.decimal, 0)
    assert.equal((await shop?.run('preference.change', { preference: { currency: null } }))?.currency, 'USD')
    assert.equal((await displays())[1]?.currency, 'JPY')
  })

  test('are shown with the defaults when preferences cannot be read, which only the log says', async () => {
    const rename = (from: string, to: string) =>
      runtime.stores.database.kysely.schema.alterTable(from).renameTo(to).execute()
    const logged: string[] = []
    const log = { ...runtime.log, error: (_fields: object, message: string) => void logged.push(message) }
    const services = createAppServices({ ...runtime, log }, visitOf(installation, owner))
    await rename('preferences', 'away')
    try {
      const currencies = (await services.listShops()).map(({ display }) => display.currency)
      assert.deepEqual(currencies, ['EUR', 'JPY'])
      assert.equal((await services.shop('b.example'))?.shop.display.decimals, 2)
    } finally {
      await rename('away', 'preferences')
    }
    assert.deepEqual(logged, ['Failed to fetch shop user preference'])
  })

  test('keep views and notes of the person', async () => {
    const shop = await createAppServices(runtime, visitOf(installation, owner)).shop('a.example')
    assert.ok(shop)
    const view = await shop.run('view.save', { name: 'Today', page: '', search: '?range=today', isDefault: true })
    assert.deepEqual(await shop.run('view.list'), [view])
    await shop.run('view.remove', { view: view.id })
    assert.deepEqual(await shop.run('view.list'), [])
    const note = await shop.run('annotation.add', { day: '2026-03-10', text: 'Sale', isShared: true })
    assert.deepEqual([note.author, note.mayRemove, note.isShared], [null, true, true])
    assert.deepEqual(await shop.run('annotation.list', { from: note.day, to: note.day }), [note])
    await shop.run('annotation.remove', { annotation: note.id })
    assert.deepEqual(await shop.run('annotation.list', { from: note.day, to: note.day }), [])
  })
})
