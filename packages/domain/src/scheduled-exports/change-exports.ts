import { AppError, toPersonId } from '@tillsight/core'
import {
  changeExport as changeRow,
  createExport,
  deleteExport,
  type ExportDefinitionRow,
  listLastExportRuns,
  listExports as listRows,
  lockExport,
  lockWebhookEndpoints,
} from '@tillsight/database'
import { z } from 'zod'
import { type AuditChange, changesBetween, recordAudit } from '../audit/index.ts'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import {
  ExportChange,
  type ExportDefinition,
  ExportView,
  exportKinds,
  NewExport,
  readDefinition,
  toExportView,
} from './definition.ts'
import { type Goal, settleDestination } from './destination.ts'
import { assertMayHave, checkQuestion } from './kinds.ts'
import { nextRun } from './timing.ts'

/** The most exports of a shop. */
const mostExports = 50

/** The shop's exports, the oldest first. */
export const listExports = defineVerb({
  name: 'export.list',
  needs: 'exports:write',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(ExportView), next: z.string().nullable(), kinds: z.array(z.enum(exportKinds)) }),
  async run({ queries, shop }: ShopContext) {
    const [rows, runs] = [await listRows(queries, shop.id), await listLastExportRuns(queries, shop.id)]
    const last = new Map(runs.map((run) => [run.exportId, run]))
    return { items: rows.map((row) => toExportView(row, last.get(row.id))), next: null, kinds: [...exportKinds] }
  },
})

/**
 * Adds an export. Throws `invalid_input` for a question that cannot be asked and for a bucket or spreadsheet that cannot be
 * written to,
 * `forbidden` for rows that the actor may not see.
 */
export const addExport = defineVerb({
  name: 'export.add',
  needs: 'exports:write',
  access: 'work',
  input: NewExport,
  output: ExportView,
  async run(ctx: ConnectionContext, { name, to, ...asked }) {
    const { shop, actor, clock } = ctx
    const question = await checkQuestion(ctx, asked.what, asked.question)
    const goal = await settleDestination(ctx, to, undefined)
    const definition: ExportDefinition = { ...asked, question, to: goal.to }
    return await ctx.db.transaction(async (queries) => {
      await lockWebhookEndpoints(queries, shop.id)
      if ((await listRows(queries, shop.id)).length >= mostExports) throw tooMany()
      const at = clock.now()
      const row = await createExport(queries, {
        shopId: shop.id,
        name,
        state: 'on',
        what: definition.what,
        ...toColumns(definition),
        sealed: goal.sealed,
        personId: actor.kind === 'person' ? toPersonId(actor.id) : null,
        createdAt: at,
        changedAt: at,
        nextAt: dueAt(ctx, definition),
      })
      const changes = [{ field: 'what', before: null, after: definition.what }]
      await recordExport({ ...ctx, queries }, 'export.add', { ...row, changes })
      return toExportView(row, undefined)
    })
  },
})

/** Changes an export, or whether it is made by itself. What is due while it is paused is not made later. */
export const changeExport = defineVerb({
  name: 'export.change',
  needs: 'exports:write',
  access: 'work',
  input: ExportChange.extend({ export: z.uuid() }),
  output: ExportView,
  async run(ctx: ConnectionContext, { export: id, to, ...change }) {
    const seen = await ownExport(ctx, id)
    // Before anything is locked: another machine is asked.
    const goal = to === undefined ? undefined : await settleDestination(ctx, to, seen)
    return await ctx.db.transaction((queries) => saveChange({ ...ctx, queries }, id, { ...change, goal }))
  },
})

type Change = Omit<z.output<typeof ExportChange>, 'to'> & { readonly goal: Goal | undefined }

async function saveChange(ctx: ShopContext, id: string, { name, state, goal, ...change }: Change): Promise<ExportView> {
  const row = await ownExport(ctx, id)
  const before = readDefinition(row)
  const definition: ExportDefinition = {
    what: before.what,
    question: await checkQuestion(ctx, before.what, change.question ?? before.question),
    format: change.format ?? before.format,
    range: change.range ?? before.range,
    schedule: change.schedule === undefined ? before.schedule : change.schedule,
    to: goal?.to ?? before.to,
  }
  const after = { name: name ?? row.name, state: state ?? row.state }
  await changeRow(ctx.queries, id, {
    ...after,
    ...toColumns(definition),
    ...(goal && { sealed: goal.sealed }),
    changedAt: ctx.clock.now(),
    nextAt: after.state === 'paused' ? null : dueAt(ctx, definition),
  })
  const changes = changesBetween(told(before, row), told(definition, after))
  await recordExport(ctx, 'export.change', { id, name: after.name, changes })
  return toExportView(await ownExport(ctx, id), await lastRunOf(ctx, id))
}

/** Removes an export with the list of its runs and their files. */
export const removeExport = defineVerb({
  name: 'export.remove',
  needs: 'exports:write',
  access: 'write',
  input: z.object({ export: z.uuid() }),
  output: z.object({}),
  async run(ctx: ShopContext, { export: id }) {
    const row = await ownExport(ctx, id)
    await deleteExport(ctx.queries, { shop: ctx.shop.id, id })
    await recordExport(ctx, 'export.remove', row)
    return {}
  },
})

/** The export, locked. Throws the same `not_found` for one that does not exist and for one of another shop. */
export async function ownExport(ctx: ShopContext, id: string): Promise<ExportDefinitionRow> {
  const row = await lockExport(ctx.queries, { shop: ctx.shop.id, id })
  if (row === undefined) {
    throw new AppError('not_found', 'There is no such export here. Somebody may have deleted it: reload the list.')
  }
  assertMayHave(ctx, readDefinition(row).what)
  return row
}

function toColumns({ question, format, range, schedule, to }: ExportDefinition) {
  return {
    question: JSON.stringify(question),
    format,
    rangeKind: range,
    schedule: schedule && JSON.stringify(schedule),
    destination: JSON.stringify(to),
  }
}

function dueAt({ clock, shop }: ShopContext, { schedule }: ExportDefinition): Date | null {
  if (schedule === null) return null
  return nextRun(clock.now(), schedule, { zone: shop.zone, weekStartsOn: shop.settings.weekStartsOn })
}

async function lastRunOf({ queries, shop }: ShopContext, id: string) {
  return (await listLastExportRuns(queries, shop.id)).find(({ exportId }) => exportId === id)
}

function told({ format, range, schedule, to }: ExportDefinition, { name, state }: { name: string; state: string }) {
  return { name, state, format, range, schedule: schedule && JSON.stringify(schedule), to: placeOf(to) }
}

function placeOf(to: ExportDefinition['to']): string {
  if (to.kind === 'sheets') return `${to.spreadsheet} ${to.range} ${to.mode}`
  return to.kind === 's3' ? `${to.endpoint} ${to.bucket} ${to.prefix}`.trim() : to.kind
}

async function recordExport(
  ctx: ShopContext,
  action: 'export.add' | 'export.change' | 'export.remove',
  { id, name, changes }: { readonly id: string; readonly name: string; readonly changes?: readonly AuditChange[] },
): Promise<void> {
  await recordAudit(ctx, { action, target: { kind: 'export', id, name }, changes })
}

function tooMany(): AppError {
  return new AppError('limit_reached', `A shop has ${mostExports} exports at most. Delete one that nobody needs.`)
}
