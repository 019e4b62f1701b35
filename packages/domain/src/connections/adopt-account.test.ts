import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createImport, createOrganisation, createShop, readShop } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { adoptAccount } from './adopt-account.ts'

const db = await openTestDatabase({ after })
const connector = { id: 'woocommerce', kind: 'store', label: 'WooCommerce' } as const
const account = { currency: 'EUR', zone: 'Europe/Berlin', country: 'DE' }

async function openShop(domain: string) {
  const { id: organisationId } = await createOrganisation(db.kysely, { name: domain })
  return createShop(db.kysely, {
    organisationId,
    domain,
    platform: 'woocommerce',
    name: domain,
    zone: 'UTC',
    currency: 'USD',
  })
}

test('a shop without facts takes over currency, zone and country of its store', async () => {
  const shop = await openShop('empty.example')
  assert.deepEqual(await adoptAccount(db.kysely, { shop: shop.id, connector, account }), [])
  const { currency, zone, country } = await readShop(db.kysely, shop.id)
  assert.deepEqual({ currency, zone, country }, account)
})

test('a shop with facts keeps its settings and says what differs', async () => {
  const shop = await openShop('full.example')
  await createImport(db.kysely, { shopId: shop.id, format: 'generic', fileName: 'a.csv', state: 'done' })
  const differences = await adoptAccount(db.kysely, { shop: shop.id, connector, account })
  assert.match(differences.join(' '), /sells in EUR, but the figures here are in USD.*Europe\/Berlin.*UTC/)
  assert.equal((await readShop(db.kysely, shop.id)).currency, 'USD')
})
