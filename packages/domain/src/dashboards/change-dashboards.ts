import { randomUUID } from 'node:crypto'
import { AppError } from '@tillsight/core'
import {
  changeDashboard as changeRow,
  countDashboards,
  createDashboard as createRow,
  type DashboardRow,
  deleteDashboard,
  findDashboard,
  listDashboards as listRows,
  lockDashboard,
  lockPerson,
} from '@tillsight/database'
import { z } from 'zod'
import { type AuditAction, type AuditChange, changesBetween, recordAudit } from '../audit/index.ts'
import { assertAllowed, defineVerb, ownKey, ownWritableKey, permissionsOf, type ShopContext } from '../context/index.ts'
import { openOwnMetrics } from './own-metrics.ts'
import { templates, widgetsOf } from './templates.ts'
import { assertWidgets, Name, type NewWidget, readWidgets, Widget, Widgets, withIds } from './widgets.ts'

/** The most dashboards that somebody makes of a shop. */
const mostDashboards = 50

const OneDashboard = z.object({ dashboard: z.uuid() })

const summary = {
  id: z.string(),
  name: z.string(),
  /** Everybody who sees the shop sees it; otherwise only whoever made it. */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  maker: z.string(),
  mayEdit: z.boolean(),
  changedAt: z.iso.datetime(),
}

/** A dashboard in a list. */
export const DashboardSummary = z.object({ ...summary, widgets: z.number().int() })
export type DashboardSummary = z.infer<typeof DashboardSummary>

/** A dashboard with what is on it. */
export const DashboardView = z.object({ ...summary, widgets: z.array(Widget), version: z.number().int() })
export type DashboardView = z.infer<typeof DashboardView>

/** The dashboards that the actor sees, by name. */
export const listDashboards = defineVerb({
  name: 'dashboard.list',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(DashboardSummary), next: z.string().nullable() }),
  async run(ctx: ShopContext) {
    const rows = await listRows(ctx.queries, ownKey(ctx))
    const items = rows.map((row) => ({ ...toSummary(ctx, row), widgets: readWidgets(row.widgets).length }))
    return { items, next: null }
  },
})

/** A dashboard as it is arranged, without figures. Throws the same `not_found` for what there is not and what is somebody else's. */
export const getDashboard = defineVerb({
  name: 'dashboard.get',
  needs: 'metrics:read',
  access: 'read',
  input: OneDashboard,
  output: DashboardView,
  async run(ctx: ShopContext, { dashboard }) {
    return readDashboard(ctx, dashboard)
  },
})

/** Makes a dashboard, empty or from a template. Throws `forbidden` where it is to be shared and the role does not permit that. */
export const createDashboard = defineVerb({
  name: 'dashboard.create',
  needs: 'dashboards:write',
  access: 'write',
  input: z.object({
    name: Name,
    isShared: z.boolean().default(false),
    template: z.enum(templates).optional(),
    /** Instead of a template. */
    widgets: Widgets.optional(),
  }),
  output: DashboardView,
  async run(ctx: ShopContext, { name, isShared, template, widgets }) {
    const key = ownWritableKey(ctx)
    const { queries, clock } = ctx
    if (isShared) assertAllowed(ctx.actor, 'dashboards:share', 'dashboard.share')
    // Two requests at once would both pass the limit.
    await lockPerson(queries, key.personId)
    if ((await countDashboards(queries, key)) >= mostDashboards) throw tooMany()
    if (widgets) await assertKnown(ctx, widgets, [])
    const at = clock.now()
    const id = await createRow(queries, {
      shopId: key.shopId,
      makerId: key.personId,
      name,
      isShared,
      widgets: toText(widgets ?? (template === undefined ? [] : widgetsOf(template))),
      createdAt: at,
      changedAt: at,
    })
    if (isShared) await record(ctx, 'dashboard.create', { id, name })
    return readDashboard(ctx, id)
  },
})

/**
 * Changes a dashboard: one's own, or a shared one as owner or admin. Throws `conflict` where `version` is not the one that is
 * stored, `forbidden` and `not_found`.
 */
export const changeDashboard = defineVerb({
  name: 'dashboard.change',
  needs: 'dashboards:write',
  access: 'write',
  input: OneDashboard.extend({
    name: Name.optional(),
    isShared: z.boolean().optional(),
    /** All of them, in their order. */
    widgets: Widgets.optional(),
    /** The version that was looked at; a change of another one is refused. */
    version: z.int().optional(),
  }),
  output: DashboardView,
  async run(ctx: ShopContext, { dashboard, version, ...change }) {
    const row = await editable(ctx, dashboard)
    if (version !== undefined && version !== row.version) throw changedMeanwhile()
    const { name = row.name, isShared = row.isShared, widgets } = change
    assertSharing(ctx, row, isShared)
    const held = readWidgets(row.widgets)
    if (widgets) await assertKnown(ctx, widgets, held)
    const stored = widgets ? { widgets: toText(widgets) } : {}
    await changeRow(ctx.queries, row.id, { name, isShared, ...stored, changedAt: ctx.clock.now() })
    if (isShared || row.isShared) {
      const before = { name: row.name, isShared: row.isShared, widgets: held.length }
      const changes = changesBetween(before, { name, isShared, widgets: (widgets ?? held).length })
      await record(ctx, 'dashboard.change', { id: row.id, name, changes })
    }
    return readDashboard(ctx, row.id)
  },
})

/** Deletes a dashboard: one's own, or a shared one as owner or admin. */
export const removeDashboard = defineVerb({
  name: 'dashboard.remove',
  needs: 'dashboards:write',
  access: 'write',
  input: OneDashboard,
  output: z.object({}),
  async run(ctx: ShopContext, { dashboard }) {
    const row = await editable(ctx, dashboard)
    await deleteDashboard(ctx.queries, row.id)
    if (row.isShared) await record(ctx, 'dashboard.remove', row)
    return {}
  },
})

/** A dashboard that the actor sees. */
export async function readDashboard(ctx: ShopContext, id: string): Promise<DashboardView> {
  const row = await findDashboard(ctx.queries, ownKey(ctx), id)
  if (!row) throw notFound()
  return { ...toSummary(ctx, row), widgets: readWidgets(row.widgets), version: row.version }
}

async function editable(ctx: ShopContext, id: string): Promise<DashboardRow> {
  const key = ownWritableKey(ctx)
  const row = await lockDashboard(ctx.queries, key, id)
  if (!row) throw notFound()
  if (row.makerId !== key.personId) assertAllowed(ctx.actor, 'shops:write', 'dashboard.change_shared')
  return row
}

/** Throws `forbidden` and `conflict` where the actor may not share it, or keep it from others. */
function assertSharing(ctx: ShopContext, row: DashboardRow, isShared: boolean): void {
  if (isShared === row.isShared) return
  if (isShared) assertAllowed(ctx.actor, 'dashboards:share', 'dashboard.share')
  else if (row.makerId !== ownKey(ctx).personId) throw onlyMaker()
}

async function assertKnown(
  ctx: ShopContext,
  widgets: readonly NewWidget[],
  held: Parameters<typeof assertWidgets>[1]['held'],
): Promise<void> {
  const own = new Map([...(await openOwnMetrics(ctx))].map(([key, { metric }]) => [key, metric?.asks ?? []]))
  assertWidgets(widgets, { basis: ctx.shop.settings.ratioBasis, own, held })
}

function toText(widgets: readonly NewWidget[]): string {
  return JSON.stringify(withIds(widgets, () => randomUUID().slice(0, 8)))
}

function toSummary(ctx: ShopContext, { id, name, isShared, makerId, makerName, changedAt }: DashboardRow) {
  const isOwn = makerId === ownKey(ctx).personId
  const mayEdit = isOwn || permissionsOf(ctx.actor).includes('shops:write')
  return { id, name, isShared, isOwn, maker: makerName, mayEdit, changedAt: changedAt.toISOString() }
}

async function record(
  ctx: ShopContext,
  action: Extract<AuditAction, `dashboard.${string}`>,
  { id, name, changes }: { readonly id: string; readonly name: string; readonly changes?: readonly AuditChange[] },
): Promise<void> {
  await recordAudit(ctx, { action, target: { kind: 'dashboard', id, name }, changes })
}

function notFound(): AppError {
  return new AppError(
    'not_found',
    'There is no such dashboard here. It may have been deleted, or is shared no more: go back to the list.',
  )
}

function onlyMaker(): AppError {
  return new AppError(
    'conflict',
    'Only whoever made a dashboard can keep it to themselves: you would not see it any more. Delete it, or leave it shared.',
  )
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody has changed this dashboard meanwhile, and your change was not saved. Reload the page and make it again.',
  )
}

function tooMany(): AppError {
  return new AppError(
    'limit_reached',
    `You have made ${mostDashboards} dashboards of this shop, which is the most. Delete one that you do not need.`,
  )
}
