import { z } from 'zod'
import { DashboardView } from './change-dashboards.ts'
import { GoalStanding } from './goal.ts'

const Value = z.union([z.string(), z.number()]).nullable()
const Unit = z.enum(['money', 'count', 'percent', 'ratio', 'days'])
const Points = z.array(z.object({ at: z.string(), value: Value }))

/** A figure of a range with its comparison; see a metric query’s totals. */
const Total = z.object({
  key: z.string(),
  unit: Unit,
  better: z.enum(['higher', 'lower', 'neither']),
  value: Value,
  before: Value,
  /** (now − before) ÷ |before|. */
  relative: z.string().nullable(),
  /** There was nothing before. */
  isNew: z.boolean(),
  bound: z.enum(['exact', 'about', 'at_most', 'at_least']),
  /** Days of the range, or of the comparison, are not loaded. */
  isPartial: z.boolean(),
})
/** A figure of a range with its comparison. */
export type Total = z.infer<typeof Total>

/** What a widget shows; in the order of the dashboard. */
export const WidgetFigures = z.discriminatedUnion('kind', [
  z.object({ id: z.string(), kind: z.literal('stat'), total: Total, points: Points }),
  z.object({ id: z.string(), kind: z.literal('chart'), total: Total, points: Points, before: Points.nullable() }),
  z.object({
    id: z.string(),
    kind: z.literal('table'),
    by: z.string(),
    columns: z.array(z.object({ key: z.string(), unit: Unit })),
    rows: z.array(z.object({ value: z.string(), name: z.string().nullable(), values: z.array(Value) })),
    totals: z.array(Value),
    hasMore: z.boolean(),
  }),
  z.object({ id: z.string(), kind: z.literal('text'), text: z.string() }),
  z.object({
    id: z.string(),
    kind: z.literal('goal'),
    total: Total,
    target: z.string().nullable(),
    standing: GoalStanding,
  }),
  /** `gone`, `broken`, `hidden`: see the message. */
  z.object({
    id: z.string(),
    kind: z.literal('missing'),
    why: z.enum(['gone', 'broken', 'hidden']),
    message: z.string(),
  }),
])
export type WidgetFigures = z.infer<typeof WidgetFigures>

/** A dashboard with its figures. */
export const DashboardFigures = z.object({
  dashboard: DashboardView,
  range: z.object({ from: z.string(), to: z.string() }),
  compare: z.object({ from: z.string(), to: z.string() }).nullable(),
  interval: z.enum(['hour', 'day', 'week', 'month']),
  timezone: z.string(),
  currency: z.string(),
  widgets: z.array(WidgetFigures),
  /** What to beware of. */
  warnings: z.array(z.string()),
})
export type DashboardFigures = z.infer<typeof DashboardFigures>
