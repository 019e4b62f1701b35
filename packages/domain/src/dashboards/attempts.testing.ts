// What the permission tests try of dashboards and own figures.
import { randomUUID } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import { createOwnMetric as createMetric, createDashboard as createRow } from '@tillsight/database'
import { run, type ShopContext } from '../context/index.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { changeDashboard, createDashboard } from './change-dashboards.ts'

/** Ids of a dashboard and of an own figure. */
export interface DashboardIds {
  readonly dashboard: string
  readonly ownMetric: string
}

const range = { from: '2026-03-01', to: '2026-03-31' }
const figure = { name: 'Half', unit: 'money', formula: 'sales ÷ 2' }

/** By verb name. */
export const dashboardAttempts = {
  'dashboard.list': { in: 'shop', input: () => ({}) },
  'dashboard.get': { in: 'shop', input: ({ dashboard }: DashboardIds) => ({ dashboard }) },
  'dashboard.figures': { in: 'shop', input: ({ dashboard }: DashboardIds) => ({ dashboard, ...range }) },
  'dashboard.create': { in: 'shop', input: () => ({ name: randomUUID(), template: 'owner' }) },
  'dashboard.change': { in: 'shop', input: ({ dashboard }: DashboardIds) => ({ dashboard, name: 'Renamed' }) },
  'dashboard.remove': { in: 'shop', input: ({ dashboard }: DashboardIds) => ({ dashboard }) },
  'own_metric.list': { in: 'shop', input: () => ({}) },
  'own_metric.create': { in: 'shop', input: () => figure },
  'own_metric.change': { in: 'shop', input: ({ ownMetric }: DashboardIds) => ({ ownMetric, name: 'Renamed' }) },
  'own_metric.remove': { in: 'shop', input: ({ ownMetric }: DashboardIds) => ({ ownMetric }) },
} as const

/** What checks a permission itself. */
export const dashboardOperations = {
  'dashboard.share': (ctx: ShopContext) => run(createDashboard, ctx, { name: 'For all', isShared: true }),
  'dashboard.change_shared': async (ctx: ShopContext) => {
    const people = await openTestPeople({ after() {} }, { db: ctx.db })
    const colleague = await people.newMember(ctx.organisation, 'analyst')
    const dashboard = await addDashboard(ctx, colleague.person, true)
    return run(changeDashboard, ctx, { dashboard, name: 'Renamed' })
  },
}

/** Ids that refer to nothing. */
export function freshDashboardIds(): DashboardIds {
  return { dashboard: randomUUID(), ownMetric: randomUUID() }
}

/** A dashboard of the person, and an own figure of the shop. */
export async function addTestDashboard(ctx: ShopContext, maker: PersonId): Promise<DashboardIds> {
  const at = ctx.clock.now()
  const { id } = await createMetric(ctx.queries, {
    shopId: ctx.shop.id,
    key: 'half',
    better: 'neither',
    ...figure,
    createdAt: at,
    changedAt: at,
  })
  return { dashboard: await addDashboard(ctx, maker, false), ownMetric: id }
}

function addDashboard({ queries, shop, clock }: ShopContext, makerId: PersonId, isShared: boolean): Promise<string> {
  const at = clock.now()
  const dashboard = { shopId: shop.id, makerId, name: 'Board', isShared, widgets: '[]', createdAt: at, changedAt: at }
  return createRow(queries, dashboard)
}
