import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../request.server.ts'
import type { AppServices, ShopServices } from '../../services.ts'
import { currentShop, inLanguage } from './current-shop.server.ts'

/** Services of a person with one shop; only that is implemented. */
function servicesOf(domain: string): AppServices {
  return { shop: async () => undefined, nameShops: async () => [{ domain }] } as unknown as AppServices
}

test('a stranger’s shop leads to the same page of the person’s own', async () => {
  const context = new RouterContextProvider()
  context.set(servicesContext, servicesOf('own.example'))
  const url = new URL('http://localhost/shop/theirs.example/settings/members?done=x')
  await assert.rejects(
    currentShop({ context, params: { domain: 'theirs.example' }, url }),
    (result: Response) => result.headers.get('location') === '/shop/own.example/settings/members?done=x',
  )
})

test('a page gets names and dates in its language', async () => {
  const metric = { key: 'orders', label: 'Orders' }
  const own = {
    shop: { display: { language: 'en' } },
    catalogue: () => ({ metrics: [metric], dimensions: [], platforms: [] }),
  } as unknown as ShopServices
  const context = new RouterContextProvider()
  context.set(servicesContext, { shop: async () => own } as unknown as AppServices)
  context.set(languageContext, async () => 'de')
  const request = { context, params: { domain: 'own.example' }, url: new URL('http://localhost/shop/own.example') }
  const translated = await currentShop(request)
  assert.equal(translated.shop.display.language, 'de')
  assert.equal(translated.catalogue().metrics[0]?.label, 'Bestellungen')
})

test('numbers are written as in the language of the page, unless another way was chosen', () => {
  const numbersIn = (numbers: string) => {
    const display = { language: 'en', numbers }
    const services = { shop: { display }, catalogue: () => ({}) } as unknown as ShopServices
    return inLanguage(services, 'de').shop.display.numbers
  }
  assert.deepEqual([numbersIn('en-US'), numbersIn('fr-FR')], ['de-DE', 'fr-FR'])
})
