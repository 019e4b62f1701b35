// Shops on real stores for tests, and helpers to query them.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Clock, fixedClock } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import {
  clearDirtyDays,
  createOrganisation,
  createShop,
  type Database,
  markDaysDirty,
  type NewShop,
  saveCostRules,
  upsertGoodsCosts,
} from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import type { MetricValues } from '@tillsight/metrics'
import type { Warehouse } from '@tillsight/warehouse'
import { openTestWarehouse } from '@tillsight/warehouse/testing'
import type { z } from 'zod'
import { type Log, run, type ShopContext, toShop } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { MetricAnswer } from './outputs.ts'
import { runQuery } from './run-query.ts'

type CleanUp = Parameters<typeof openTestDatabase>[0] & Parameters<typeof openTestWarehouse>[0]

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Both stores, and shops in them. */
export interface TestStores {
  readonly db: Database
  readonly warehouse: Warehouse
  openShop(shop?: Partial<NewShop>, clock?: Clock): Promise<ShopContext>
}

/** Lets every cost of the shop be known, so that no figure is left out for lack of one. */
export async function tellCosts({ db, shop }: Pick<ShopContext, 'db' | 'shop'>): Promise<void> {
  const common = { shopId: shop.id, personId: null }
  const usual = { ...common, scope: 'shop', ref: '', fromDay: null, country: '', minQuantity: 1, steps: 'whole' }
  const margin = { kind: 'percent', amount: '0', percent: '40', currency: shop.currency, source: 'entered' }
  await upsertGoodsCosts(db.kysely, [{ ...usual, ...margin, madeOf: null, seenFrom: null, note: '' }])
  const rules = {
    shipping: { type: 'perOrder', amount: '4.2' },
    handling: { perOrder: '0.8', perUnit: '0.15' },
    fee: { gateway: '*', percent: '1.5' },
  }
  await saveCostRules(
    db.kysely,
    Object.entries(rules).map(([kind, body]) => ({ ...common, id: randomUUID(), kind, body })),
  )
}

/** Opens both stores for a test or a file. */
export async function openTestStores(t: CleanUp, open: { warehouse?: Warehouse } = {}): Promise<TestStores> {
  const [db, warehouse] = await Promise.all([openTestDatabase(t), open.warehouse ?? openTestWarehouse(t)])
  const organisation = await createOrganisation(db.kysely, { name: 'Test' })
  let count = 0
  return {
    db,
    warehouse,
    async openShop(shop = {}, clock = fixedClock('2026-06-30T12:00:00Z')) {
      count += 1
      const row = await createShop(db.kysely, {
        organisationId: organisation.id,
        domain: `shop-${count}.test`,
        platform: 'woocommerce',
        name: `Shop ${count}`,
        zone: 'Europe/Berlin',
        currency: 'EUR',
        ...shop,
      })
      return {
        actor: { kind: 'local' },
        organisation: organisation.id,
        db,
        queries: db.kysely,
        clock,
        log: silentLog,
        shop: toShop(row),
        warehouse: warehouse.for(row.id),
        identityKey: new Uint8Array(32).fill(7),
        follower: followFacts,
      }
    },
  }
}

/** A query with days as text. */
export type Query = Omit<z.input<typeof runQuery.input>, 'from' | 'to'> & {
  readonly from: string
  readonly to: string
}

/** Runs the query through the verb, as every interface does, and holds the answer against its schema. */
export async function ask(ctx: ShopContext, query: Query): Promise<MetricAnswer> {
  const answer = await run(runQuery, ctx, query)
  assert.equal(JSON.stringify(answer), JSON.stringify(MetricAnswer.parse(answer)))
  return answer
}

/** Returns the totals only. */
export async function askTotals(ctx: ShopContext, query: Query): Promise<MetricValues> {
  return (await ask(ctx, query)).totals
}

/** Queries the ledger itself, as happens while a day of the query is waiting for its summary. */
export async function askLedger(ctx: ShopContext, query: Query): Promise<MetricAnswer> {
  const day = parseDay(query.from)
  const mark = { day, token: 2n ** 62n }
  await markDaysDirty(ctx.db.kysely, ctx.shop.id, { days: [day], token: mark.token })
  try {
    return await ask(ctx, query)
  } finally {
    await clearDirtyDays(ctx.db.kysely, ctx.shop.id, [mark])
  }
}
