import { AppError, isAppError } from '@tillsight/core'
import {
  changeOwnMetric as changeRow,
  createOwnMetric as createRow,
  deleteOwnMetric,
  listOwnMetrics as listRows,
  lockOwnMetrics,
  type OwnMetricRow,
} from '@tillsight/database'
import {
  longestFormula,
  type OwnMetric,
  type OwnUnit,
  openOwnMetric,
  ownNamesIn,
  ownPrefix,
  ownUnits,
} from '@tillsight/metrics'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { Name } from './widgets.ts'

/** The most own figures of a shop. */
const mostMetrics = 50

const Unit = z.enum(ownUnits)
const Better = z.enum(['higher', 'lower', 'neither'])
const Formula = z
  .string()
  .trim()
  .min(1, 'Write a formula.')
  .max(longestFormula, `A formula has ${longestFormula} characters at most.`)
const OneMetric = z.object({ ownMetric: z.uuid() })

/** A figure that the shop makes of others. */
export const OwnMetricView = z.object({
  id: z.string(),
  /** As formulas and widgets name it: `own.perVisit`. */
  key: z.string(),
  name: z.string(),
  unit: Unit,
  better: Better,
  formula: z.string(),
  /** Why it has no value any more; null: it works. */
  problem: z.string().nullable(),
})
export type OwnMetricView = z.infer<typeof OwnMetricView>

/** The shop's own figures, by name. */
export const listOwnMetrics = defineVerb({
  name: 'own_metric.list',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(OwnMetricView), next: z.string().nullable() }),
  async run(ctx: ShopContext) {
    const rows = await listRows(ctx.queries, ctx.shop.id)
    return { items: rows.map((row) => toView(ctx, row, rows)), next: null }
  },
})

/** Adds a figure. Throws `invalid_input` that says where its formula is wrong, and `limit_reached`. */
export const createOwnMetric = defineVerb({
  name: 'own_metric.create',
  needs: 'dashboards:share',
  access: 'write',
  input: z.object({ name: Name, unit: Unit, better: Better.default('neither'), formula: Formula }),
  output: OwnMetricView,
  async run(ctx: ShopContext, { name, unit, better, formula }) {
    const { queries, shop, clock } = ctx
    await lockOwnMetrics(queries, shop.id)
    const others = await listRows(queries, shop.id)
    if (others.length >= mostMetrics) throw tooMany()
    const key = keyFor(name, others)
    open(ctx, { key, unit, formula }, others)
    const at = clock.now()
    const row = await createRow(queries, {
      shopId: shop.id,
      key,
      name,
      unit,
      better,
      formula,
      createdAt: at,
      changedAt: at,
    })
    await recordAudit(ctx, {
      action: 'own_metric.create',
      target: { kind: 'own_metric', id: row.id, name },
      changes: changesBetween({}, { unit, formula }),
    })
    return toView(ctx, row, [...others, row])
  },
})

/** Changes a figure. Throws `invalid_input`, and `conflict` where another figure that names it would stop working. */
export const changeOwnMetric = defineVerb({
  name: 'own_metric.change',
  needs: 'dashboards:share',
  access: 'write',
  input: OneMetric.extend({
    name: Name.optional(),
    unit: Unit.optional(),
    better: Better.optional(),
    formula: Formula.optional(),
  }),
  output: OwnMetricView,
  async run(ctx: ShopContext, { ownMetric, ...change }) {
    const { queries, shop, clock } = ctx
    await lockOwnMetrics(queries, shop.id)
    const rows = await listRows(queries, shop.id)
    const row = ownRow(rows, ownMetric)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const changed: OwnMetricRow = { ...row, ...given, changedAt: clock.now() }
    const after = rows.map((each) => (each === row ? changed : each))
    open(ctx, changed, after)
    assertOthersWork(ctx, rows, after)
    const { name, unit, better, formula, changedAt } = changed
    await changeRow(queries, ownMetric, { name, unit, better, formula, changedAt })
    await recordAudit(ctx, {
      action: 'own_metric.change',
      target: { kind: 'own_metric', id: row.id, name },
      changes: changesBetween(partsOf(row), partsOf(changed)),
    })
    return toView(ctx, changed, after)
  },
})

function partsOf({ name, unit, better, formula }: OwnMetricRow): object {
  return { name, unit, better, formula }
}

/** Deletes a figure; widgets that show it say that it is gone. Throws `conflict` where another figure's formula names it. */
export const removeOwnMetric = defineVerb({
  name: 'own_metric.remove',
  needs: 'dashboards:share',
  access: 'write',
  input: OneMetric,
  output: z.object({}),
  async run(ctx: ShopContext, { ownMetric }) {
    const { queries, shop } = ctx
    await lockOwnMetrics(queries, shop.id)
    const rows = await listRows(queries, shop.id)
    const row = ownRow(rows, ownMetric)
    const user = rows.find((each) => each !== row && namesIn(each).includes(row.key))
    if (user) {
      throw new AppError(
        'conflict',
        `“${user.name}” is worked out with “${row.name}”: change its formula first, then delete this one.`,
      )
    }
    await deleteOwnMetric(queries, ownMetric)
    await recordAudit(ctx, {
      action: 'own_metric.remove',
      target: { kind: 'own_metric', id: row.id, name: row.name },
    })
    return {}
  },
})

function ownRow(rows: readonly OwnMetricRow[], id: string): OwnMetricRow {
  const row = rows.find((each) => each.id === id)
  if (row) return row
  throw new AppError('not_found', 'There is no such metric here. Somebody may have deleted it: reload the list.')
}

function assertOthersWork(ctx: ShopContext, before: readonly OwnMetricRow[], after: readonly OwnMetricRow[]): void {
  for (const row of after) {
    const problem = problemOf(ctx, row, after)
    if (problem === null || problemOf(ctx, row, before) !== null) continue
    throw new AppError('conflict', `“${row.name}” is worked out with this metric and would stop working: ${problem}`)
  }
}

function namesIn({ formula }: OwnMetricRow): readonly string[] {
  try {
    return ownNamesIn(formula)
  } catch (error) {
    if (isAppError(error)) return []
    throw error
  }
}

/** An own figure with what computes it; undefined while its formula does not hold. */
export interface OpenedMetric {
  readonly row: OwnMetricRow
  readonly view: OwnMetricView
  readonly metric: OwnMetric | undefined
}

/** The shop's own figures by key, `own.` included. */
export async function openOwnMetrics(ctx: ShopContext): Promise<ReadonlyMap<string, OpenedMetric>> {
  const rows = await listRows(ctx.queries, ctx.shop.id)
  return new Map(
    rows.map((row) => {
      const view = toView(ctx, row, rows)
      return [view.key, { row, view, metric: view.problem === null ? open(ctx, row, rows) : undefined }]
    }),
  )
}

type Formulated = Pick<OwnMetricRow, 'key' | 'unit' | 'formula'>

function open({ shop }: ShopContext, metric: Formulated, rows: readonly Formulated[]): OwnMetric {
  return openOwnMetric(toDefinition(metric), rows.map(toDefinition), shop.settings.ratioBasis)
}

function toDefinition({ key, unit, formula }: Formulated) {
  return { key, unit: toUnit(unit), formula }
}

function toUnit(stored: string): OwnUnit {
  return ownUnits.find((unit) => unit === stored) ?? 'number'
}

/** What was right when it was written may be wrong later: the catalogue and the shop's settings change. */
function problemOf(ctx: ShopContext, row: OwnMetricRow, rows: readonly OwnMetricRow[]): string | null {
  try {
    open(ctx, row, rows)
    return null
  } catch (error) {
    if (isAppError(error)) return error.message
    throw error
  }
}

function toView(ctx: ShopContext, row: OwnMetricRow, rows: readonly OwnMetricRow[]): OwnMetricView {
  const { id, key, name, unit, better, formula } = row
  return {
    id,
    key: `${ownPrefix}${key}`,
    name,
    unit: toUnit(unit),
    better: Better.catch('neither').parse(better),
    formula,
    problem: problemOf(ctx, row, rows),
  }
}

/** `costPerVisit` for “Cost per visit”; `figure2` where the name has no Latin letters. */
function keyFor(name: string, others: readonly OwnMetricRow[]): string {
  const [first = '', ...rest] =
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? []
  const words = [first.toLowerCase(), ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())]
  const plain = words.join('').replace(/^\d+/, '').slice(0, 30)
  const base = plain === '' ? 'figure' : plain.charAt(0).toLowerCase() + plain.slice(1)
  const taken = new Set(others.map(({ key }) => key))
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}${count}`
    if (!taken.has(key)) return key
  }
}

function tooMany(): AppError {
  return new AppError('limit_reached', `A shop has ${mostMetrics} custom metrics at most. Delete one nobody needs.`)
}
