import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { sampleRows } from '@tillsight/platforms/connectors'
import { tables } from '@tillsight/warehouse'
import { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { runQuery } from '../reports/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { createOwnShop, createSampleShop, openShopFor } from '../shops/index.ts'
import { discardSample, fillSample } from './index.ts'

const { db, warehouse } = await openTestStores({ after })
const { newPerson, newOrganisation, newMember } = await openTestPeople(
  { after },
  { db, clock: fixedClock('2026-06-30T12:00:00Z') },
)
const stores = { warehouse, identityKey: new Uint8Array(32), follower: followFacts }
const range = { from: parseDay('2026-03-02'), to: parseDay('2026-06-29') }

const OrderRow = z.object({
  order_id: z.string(),
  unit_price: z.coerce.number(),
  quantity: z.coerce.number(),
  discount: z.coerce.number(),
  cost: z.coerce.number(),
})
const AdRow = z.object({ spend: z.coerce.number() })

function sum(values: readonly number[]): number {
  return Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100
}

async function figuresOf(ctx: ShopContext) {
  const { totals } = await run(runQuery, ctx, {
    metrics: ['orders', 'grossSales', 'discounts', 'blendedAdSpend'],
    ...range,
  })
  return totals
}

test('a sample shop is filled once, and its figures are those of its files', async () => {
  const person = await newPerson()
  const { id } = await run(createSampleShop, person, {})
  assert.equal((await run(createSampleShop, person, {})).id, id, 'pressed twice: the same shop')
  const ctx = await openShopFor(person, stores, { id })
  await run(fillSample, ctx, {})
  const first = await figuresOf(ctx)
  await run(fillSample, ctx, {})
  assert.deepEqual(await figuresOf(ctx), first, 'filled twice: the same figures')

  const files = sampleRows(parseDay('2026-06-30'), ctx.shop)
  const lines = z.array(OrderRow).parse(files.orders)
  const ads = z.array(AdRow).parse(files.ads)
  assert.equal(Number(first.orders), new Set(lines.map(({ order_id }) => order_id)).size)
  assert.equal(Number(first.grossSales), sum(lines.map(({ unit_price, quantity }) => unit_price * quantity)))
  assert.equal(Number(first.discounts), sum(lines.map(({ discount }) => discount)))
  assert.equal(Number(first.blendedAdSpend), sum(ads.map(({ spend }) => spend)))
  assert.ok(Number(first.orders) > 1000)
})

test('nothing of a sample lies in the future, and it is the same for everybody on a day', () => {
  const shop = { currency: 'EUR', zone: 'Europe/Berlin' }
  const files = sampleRows(parseDay('2026-06-30'), shop)
  assert.deepEqual(sampleRows(parseDay('2026-06-30'), shop), files)
  for (const file of Object.values(files)) {
    const days = [...JSON.stringify(file).matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day).toSorted()
    assert.ok((days.at(-1) ?? '') < '2026-06-30' && (days[0] ?? '') > '2026-02-20', days.at(-1))
  }
})

test('it is thrown away with all its rows; a real shop is not, and nobody else may', async () => {
  const { id: organisation, owner } = await newOrganisation()
  const { id } = await run(createSampleShop, owner, {})
  const ctx = await openShopFor(owner, stores, { id })
  await run(fillSample, ctx, {})
  const viewer = await openShopFor(await newMember(organisation, 'viewer'), stores, { id })
  await assert.rejects(run(discardSample, viewer, {}), isRefused('forbidden'))
  await assert.rejects(openShopFor(await newPerson(), stores, { id }), isRefused('not_found'))

  const real = await run(createOwnShop, owner, {
    domain: 'real.test',
    platform: 'woocommerce',
    zone: 'UTC',
    currency: 'EUR',
  })
  const realShop = await openShopFor(owner, stores, { id: real.id })
  await assert.rejects(run(discardSample, realShop, {}), isRefused('conflict', /no sample shop/))
  await assert.rejects(run(fillSample, realShop, {}), isRefused('conflict', /no sample shop/))

  await run(discardSample, ctx, {})
  await assert.rejects(openShopFor(owner, stores, { id }), isRefused('not_found'))
  for (const { name } of tables) {
    const counted = { sql: `SELECT count() AS n FROM ${name} WHERE shop_id = {shop:UUID}`, params: {} }
    const [row] = await ctx.warehouse.read(counted, z.object({ n: z.coerce.number() }))
    assert.equal(row?.n, 0, name)
  }
})
