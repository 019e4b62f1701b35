import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillShop, type ShopProduct } from '../../../../simulators/shopify/index.ts'
import { customersStream } from './customers.ts'
import { productsStream } from './products.ts'
import { collectPages, startFixture } from './testing.ts'

function makeProduct(id: number, more: Partial<ShopProduct> = {}): ShopProduct {
  return {
    id,
    title: `Socks ${id}`,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
    variants: [makeVariant(id * 1_000, { title: 'Default Title', weight: { unit: 'GRAMS', value: 250 } })],
    ...more,
  }
}

function makeVariant(id: number, more: Partial<ShopProduct['variants'][number]> = {}) {
  return { id, inventoryItemId: id + 500_000, sku: `S-${id}`, price: '12.50', cost: '3.20', ...more }
}

describe('products', () => {
  it('come with price, cost and weight of what is really sold', async (t) => {
    const fixture = await startFixture(t)
    await fillShop(fixture.shop, {
      products: [makeProduct(310, { type: 'Socks', vendor: 'Wool & Rig', status: 'DRAFT' })],
    })
    const [page] = await collectPages(productsStream.backfill(fixture.ctx(), null))
    assert.deepEqual(page?.records, [
      {
        type: 'product',
        id: '310',
        title: 'Socks 310',
        status: 'draft',
        giftCard: false,
        categories: ['Socks'],
        supplier: 'Wool & Rig',
        imageUrl: null,
        updatedAt: '2026-02-01T00:00:00Z',
        variants: [{ id: '310000', sku: 'S-310000', title: '', price: '12.5', cost: '3.2', weight: '0.25' }],
      },
    ])
  })

  it('say what is not sent, tell a cost of 0 from none, and hide costs where only the permission of a person lacks', async (t) => {
    const fixture = await startFixture(t)
    const variants = [
      makeVariant(1, { cost: '0.00', requiresShipping: false }),
      makeVariant(2, { cost: null }),
      makeVariant(3),
    ]
    await fillShop(fixture.shop, { products: [makeProduct(1, { variants })] })
    const read = async () => {
      const pages = await collectPages(productsStream.backfill(fixture.ctx(), null))
      return pages.flatMap((page) => page.records.flatMap((record) => record.variants))
    }
    assert.deepEqual(
      (await read()).map(({ cost, physical }) => [cost, physical]),
      [
        ['0', false],
        [null, undefined],
        ['3.2', undefined],
      ],
    )
    fixture.shop.site.mayViewCosts = false
    assert.deepEqual(
      (await read()).map(({ cost }) => cost),
      [null, null, null],
    )
  })

  it('come without costs and weights where the app may not see them', async (t) => {
    const fixture = await startFixture(t)
    await fillShop(fixture.shop, { products: [makeProduct(1), makeProduct(2)] })
    fixture.shop.changeScopes(fixture.fake.app.approvedScopes.filter((scope) => scope !== 'read_inventory'))
    const pages = await collectPages(productsStream.backfill(fixture.ctx(), null))
    assert.deepEqual(
      pages.flatMap(({ records }) => records).map(({ id, variants }) => [id, variants[0]?.price, variants[0]?.cost]),
      [
        ['1', '12.5', null],
        ['2', '12.5', null],
      ],
    )
    assert.match(pages.flatMap(({ warnings }) => warnings).join(), /does not show costs of goods.*read_inventory/)
  })

  it('come with all their variants, hundreds of them too', async (t) => {
    const fixture = await startFixture(t)
    const variants = Array.from({ length: 321 }, (_, index) => makeVariant(9_000 + index, { title: `Size ${index}` }))
    await fillShop(fixture.shop, { products: [makeProduct(1), makeProduct(2, { variants }), makeProduct(3)] })
    const pages = await collectPages(productsStream.backfill(fixture.ctx(), null))
    const found = pages.flatMap((page) => page.records)
    assert.deepEqual(
      found.map(({ variants: { length } }) => length).sort((one, other) => one - other),
      [1, 1, 321],
    )
    assert.deepEqual(pages.at(-1)?.progress, { done: 3, total: 3 })
  })

  it('show a new cost the next night, although nothing else changed', async (t) => {
    const fixture = await startFixture(t)
    await fillShop(fixture.shop, { products: [makeProduct(1)] })
    const { compare } = productsStream
    assert.ok(compare)
    fixture.shop.store.setCost(501_000, '4.10')
    const records = (await collectPages(compare(fixture.ctx(), { since: '2026-01-01T00:00:00Z' }))).flatMap(
      (page) => page.records,
    )
    assert.deepEqual(
      records.flatMap((record) => (record.type === 'product' ? record.variants.map(({ cost }) => cost) : [])),
      ['4.1'],
    )
  })
})

describe('customers', () => {
  const customers = Array.from({ length: 130 }, (_, index) => ({
    id: 41 + index,
    email: `buyer${index}@example.net`,
    firstName: 'Ida',
    lastName: 'Berg',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
  }))

  it('come with how they can be recognised', async (t) => {
    const fixture = await startFixture(t)
    await fillShop(fixture.shop, { customers })
    const records = (await collectPages(customersStream.backfill(fixture.ctx(), null))).flatMap((page) => page.records)
    assert.equal(new Set(records.map(({ id }) => id)).size, 130)
    const { id, email, name } = records.find((record) => record.id === '41') ?? {}
    assert.deepEqual([id, email, name], ['41', 'buyer0@example.net', 'Ida Berg'])
  })

  it('can be done without: a shop that does not show them says so, and nothing fails', async (t) => {
    const fixture = await startFixture(t)
    await fillShop(fixture.shop, { customers })
    fixture.shop.tokens.setScopes(['read_orders'])
    const pages = await collectPages(customersStream.backfill(fixture.ctx(), null))
    assert.deepEqual(
      pages.flatMap((page) => page.records),
      [],
    )
    assert.match(pages.flatMap((page) => page.warnings).join(), /read_customers/)
    assert.equal(pages.at(-1)?.checkpoint.finished, true)
  })
})
