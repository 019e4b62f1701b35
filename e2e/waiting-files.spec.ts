import { type APIRequestContext, request } from '@playwright/test'
import { addOwner, newDomain, type Owner, sessionOf } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { toStorageState } from './signed-in.ts'

// Uploaded files wait on a disk that all organisations share, so their number is limited: ten per shop, and thirty per person
// in a quarter of an hour.

const csv = Buffer.from(
  'order_id,placed_at,email,title,quantity,gross\nA-1,2026-03-01 10:00,ida@example.net,Socks,2,20.00\n',
)

/** API access to the product, without a browser. */
async function openAs(owner: Owner): Promise<APIRequestContext> {
  const storageState = toStorageState(await sessionOf(owner))
  return await request.newContext({ baseURL: findProduct().address, storageState, ignoreHTTPSErrors: true })
}

const importsOf = (domain: string) => `/shop/${domain}/integrations/imports`

async function send(from: APIRequestContext, domain: string, name = 'orders.csv') {
  const multipart = { file: { name, mimeType: 'text/csv', buffer: csv } }
  return await from.post(importsOf(domain), { multipart, maxRedirects: 0 })
}

/** Uploads several files one after the other, and returns their addresses. */
async function sendMany(from: APIRequestContext, domain: string, count: number): Promise<string[]> {
  const places: string[] = []
  for (let nth = 1; nth <= count; nth += 1) {
    const response = await send(from, domain, `orders-${nth}.csv`)
    expect(response.status(), await response.text()).toBe(302)
    places.push(response.headers()['location'] ?? '')
  }
  return places
}

test('a file too many is refused, those that wait stay, and other organisations send theirs', async () => {
  const [ada, ben] = await Promise.all([addOwner('Ada'), addOwner('Ben')])
  const [asAda, asBen] = await Promise.all([openAs(ada), openAs(ben)])
  const places = await sendMany(asAda, ada.domain, 10)

  const refused = await send(asAda, ada.domain, 'one-too-many.csv')
  expect(refused.status()).toBe(429)
  const said = await refused.text()
  expect(said).toContain('Too many files of this shop wait to be imported: there may be 10')
  expect(said).toContain('Import or discard some of them first.')
  const at = await Promise.all(Array.from({ length: 5 }, async () => (await send(asAda, ada.domain)).status()))
  expect(at).toEqual([429, 429, 429, 429, 429])

  // Earlier files are still there, and no rejected one is.
  const list = await (await asAda.get(importsOf(ada.domain))).text()
  for (let nth = 1; nth <= 10; nth += 1) expect(list).toContain(`orders-${nth}.csv`)
  expect(list).not.toContain('one-too-many.csv')
  expect(new Set(places).size).toBe(10)
  for (const place of places) expect((await asAda.get(place)).status()).toBe(200)

  await sendMany(asBen, ben.domain, 1)

  // Continuing with one file makes room for another.
  const [first = ''] = places
  await expect(async () => {
    const discarded = await asAda.post(first, { form: { intent: 'discard' }, maxRedirects: 0 })
    expect(discarded.status()).toBe(302)
  }).toPass()
  await sendMany(asAda, ada.domain, 1)
  expect((await send(asAda, ada.domain)).status()).toBe(429)
  await Promise.all([asAda.dispose(), asBen.dispose()])
})

test('a person has one limit for all their shops, which is nobody else’s', async () => {
  const [cora, dan] = await Promise.all([addOwner('Cora'), addOwner('Dan')])
  const [asCora, asDan] = await Promise.all([openAs(cora), openAs(dan)])
  const domains = [cora.domain]
  while (domains.length < 4) {
    const domain = newDomain('cora')
    const form = { domain, name: '', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
    expect((await asCora.post('/register', { form, maxRedirects: 0 })).status()).toBe(302)
    domains.push(domain)
  }
  const [last = '', ...full] = domains.toReversed()
  await Promise.all(full.map((domain) => sendMany(asCora, domain, 10)))

  const refused = await send(asCora, last)
  expect(refused.status()).toBe(429)
  expect(await refused.text()).toContain('You have sent 30 files within a quarter of an hour')
  await sendMany(asDan, dan.domain, 1)
  await Promise.all([asCora.dispose(), asDan.dispose()])
})
