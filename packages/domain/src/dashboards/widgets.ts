import { AppError } from '@tillsight/core'
import { describeCatalogue, ownPrefix, type RatioBasis } from '@tillsight/metrics'
import { z } from 'zod'

/** The most widgets of a dashboard. */
export const mostWidgets = 24
/** The most figures in a table. */
const mostColumns = 4

/** A figure of the catalogue, or one of the shop’s own: `own.costPerVisit`. */
const FigureKey = z
  .string()
  .max(80)
  .regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)?$/, 'Choose a metric: its key is like sales, or own.perVisit.')

const Line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'This is one line: it holds a character that cannot stand there.')

/** Name of a dashboard or of an own figure. */
export const Name = Line.min(1, 'Give it a name.').max(60, 'This name is too long: at most 60 characters.')

const Target = z.string().regex(/^(?:\d{1,13})(?:\.\d{1,6})?$/, 'A target is an amount such as 25000 or 4.50.')

const common = {
  /** Names the widget within its dashboard; made where it is missing. */
  id: z
    .string()
    .regex(/^[a-z0-9]{1,20}$/, 'A widget’s id has up to 20 small letters and digits.')
    .optional(),
  /** Stands above it, instead of the figure’s name. */
  title: Line.max(60, 'This title is too long: at most 60 characters.').default(''),
}

/** A part of a dashboard. */
export const Widget = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('stat'), metric: FigureKey, compare: z.boolean().default(true) }),
  z.strictObject({ ...common, kind: z.literal('chart'), metric: FigureKey, compare: z.boolean().default(true) }),
  z.strictObject({
    ...common,
    kind: z.literal('table'),
    /** The first one is of the catalogue: rows are ordered by it. */
    metrics: z
      .array(FigureKey)
      .min(1, 'Choose a metric for the table.')
      .max(mostColumns, `A table has ${mostColumns} metrics at most.`),
    by: z.string().max(60),
    limit: z.int().min(3, 'A table has at least 3 rows.').max(25, 'A table has 25 rows at most.').default(10),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('text'),
    text: z
      .string()
      .trim()
      .min(1, 'Write a text.')
      .max(2000, 'This text is too long: at most 2000 characters.')
      .regex(/^[^\p{Cs}]*$/u, 'This text holds a character that cannot be shown.')
      .refine((text) => !hasControls(text), 'This text holds a character that cannot be shown.'),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('goal'),
    metric: FigureKey,
    /** Decimal text in the figure’s unit, a percentage as a fraction; null: not set yet. */
    target: Target.nullable().default(null),
    /** The running month, or the days that are looked at. */
    per: z.enum(['month', 'range']).default('month'),
  }),
])

/** Control characters but tabs and the ends of lines. */
function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, ''))
}

/** A part of a dashboard, as stored. */
export type Widget = z.infer<typeof Widget> & { readonly id: string }
export type NewWidget = z.infer<typeof Widget>

/** The widgets of a dashboard, in their order. */
export const Widgets = z
  .array(Widget)
  .max(mostWidgets, `A dashboard has ${mostWidgets} widgets at most.`)
  .refine(
    (widgets) => new Set(widgets.flatMap(({ id }) => id ?? [])).size === widgets.filter(({ id }) => id).length,
    'Two widgets have the same id.',
  )

/** Gives every widget an id. */
export function withIds(widgets: readonly NewWidget[], makeId: () => string): Widget[] {
  return widgets.map((widget) => ({ ...widget, id: widget.id ?? makeId() }))
}

/** Reads stored widgets; one that another version has stored and this one cannot read is left out. */
export function readWidgets(stored: readonly unknown[]): Widget[] {
  return stored.flatMap((each) => {
    const { success, data } = Widget.safeParse(each)
    return success && data.id !== undefined ? [{ ...data, id: data.id }] : []
  })
}

/** The figures of a widget. */
export function figuresOf(widget: NewWidget): readonly string[] {
  if (widget.kind === 'text') return []
  return widget.kind === 'table' ? widget.metrics : [widget.metric]
}

interface Known {
  readonly basis: RatioBasis
  /** Own figures by key, with the metrics that each is computed from. */
  readonly own: ReadonlyMap<string, readonly string[]>
  /** What the dashboard has shown before: a figure that is gone does not stand in the way of other changes. */
  readonly held: readonly Widget[]
}

/** Throws `invalid_input` for figures and breakdowns that there are not, at their widgets. */
export function assertWidgets(widgets: readonly NewWidget[], known: Known): void {
  const problems = widgets.flatMap((widget, index) =>
    known.held.some((held) => isSameWidget(held, widget))
      ? []
      : problemsOf(widget, known).map(([field, message]) => [`widgets.${index}.${field}`, message] as const),
  )
  const [first] = problems
  if (first) throw new AppError('invalid_input', first[1], { problems: Object.fromEntries(problems) })
}

function isSameWidget(one: Widget, other: NewWidget): boolean {
  return (
    one.id === other.id && JSON.stringify([one.kind, figuresOf(one)]) === JSON.stringify([other.kind, figuresOf(other)])
  )
}

function problemsOf(widget: NewWidget, known: Known): (readonly [field: string, message: string])[] {
  const { metrics } = describeCatalogue(known.basis)
  const field = widget.kind === 'table' ? 'metrics' : 'metric'
  const missing = figuresOf(widget).find((key) => !metrics.some((metric) => metric.key === key) && !known.own.has(key))
  if (missing !== undefined)
    return [[field, `There is no metric “${missing}” here. It may have been deleted: choose another.`]]
  return widget.kind === 'table' ? tableProblems(widget, known) : []
}

function tableProblems(
  { metrics: keys, by }: Extract<NewWidget, { kind: 'table' }>,
  { basis, own }: Known,
): (readonly [field: string, message: string])[] {
  const { metrics, dimensions } = describeCatalogue(basis)
  if (!dimensions.some(({ key }) => key === by)) return [['by', `There is no breakdown by “${by}”.`]]
  if (keys[0]?.startsWith(ownPrefix))
    return [['metrics', 'The first metric orders the rows: choose one of the catalogue, and a custom one beside it.']]
  const cannot = keys.find((key) =>
    (own.get(key) ?? [key]).some((part) => !metrics.find((metric) => metric.key === part)?.dimensions.includes(by)),
  )
  return cannot === undefined ? [] : [['metrics', `“${cannot}” cannot be broken down by ${by}: choose another metric.`]]
}
