import { z } from 'zod'
import { aboutFigures, aboutNothing, boundsOf, definitionOf, searchOf, uncertain } from './about.ts'
import { defineTool, inputs } from './tool.ts'

// Tools about metrics: what there is, and figures.

const Value = z.union([z.string(), z.number()]).nullable()
const Values = z.record(z.string(), Value)
const Bounds = z.record(z.string(), z.enum(['exact', 'about', 'at_most', 'at_least'])).optional()
const Point = z.object({ at: z.string(), values: Values, bounds: Bounds })

const mostMetrics = 25
const mostRows = 200

/** What there is to ask for. */
export const findMetrics = defineTool({
  name: 'find_metrics',
  title: 'Find metrics',
  description:
    'Finds metrics by words of their name or definition, and says what each means and by which dimensions it can be broken down and filtered. Without words: the main ones.',
  needs: ['metrics:read'],
  input: z.strictObject({
    text: z.string().max(200).optional().describe('Words such as “profit”, “new customers”, “ad spend”.'),
  }),
  output: {
    metrics: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        definition: z.string(),
        unit: z.string(),
        better: z.string().describe('Which way is good.'),
        dimensions: z.array(z.string()),
      }),
    ),
    found: z.number().describe('How many there are, also those that are not listed.'),
  },
  async answer(caller, { text = '' }) {
    const { metrics } = await (await caller.organisation())('metrics.describe')
    const words = text
      .toLowerCase()
      .split(/[^\p{L}\p{N}.]+/u)
      .filter((word) => word !== '')
    const found = metrics
      .map((metric) => ({ metric, score: scoreOf(metric, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
    const none = found.length === 0 ? ['No metric has these words in its name or definition: try fewer, or none.'] : []
    return {
      fixed: { found: found.length },
      lists: {
        metrics: found
          .slice(0, mostMetrics)
          .map(({ metric: { key, label, description, formula, unit, better, dimensions } }) => ({
            key,
            label,
            definition: `${description} ${formula}.`,
            unit,
            better,
            dimensions,
          })),
      },
      about: aboutNothing(
        caller,
        'Metrics of the catalogue; the same definitions hold on every page and in the API.',
        none,
      ),
      longestText: 2000,
    }
  },
})

interface Described {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly formula: string
}

/** 0 for a metric that lacks a word; those that have them in their name first. */
function scoreOf({ key, label, description, formula }: Described, words: readonly string[]): number {
  const [name, all] = [`${key} ${label}`.toLowerCase(), `${key} ${label} ${description} ${formula}`.toLowerCase()]
  if (!words.every((word) => all.includes(word))) return 0
  const exact = words.join(' ') === label.toLowerCase() || words.join('') === key.toLowerCase()
  return 1 + words.filter((word) => name.includes(word)).length + (exact ? 10 : 0)
}

/** Figures of a period. */
export const queryMetrics = defineTool({
  name: 'query_metrics',
  title: 'Query metrics',
  description:
    'Figures of a period: totals, optionally a series over time, a breakdown by dimensions, filters, and a comparison with another period. The same figures as on screen and in the API, to the last digit.',
  needs: ['metrics:read'],
  input: z.strictObject({
    shop: inputs.shop,
    metrics: z.array(z.string()).min(1).max(150).describe('Keys, from find_metrics.'),
    from: inputs.from,
    to: inputs.to,
    interval: z.enum(['hour', 'day', 'week', 'month']).optional().describe('Adds a series.'),
    seriesOf: z.array(z.string()).min(1).optional().describe('Metrics of the series; otherwise all.'),
    dimensions: z.array(z.string()).max(3).optional().describe('Adds rows: find_metrics says which a metric has.'),
    filters: inputs.filters.optional(),
    compare: inputs.compare.optional(),
    alignWeekdays: z.boolean().optional().describe('Moves a comparison to the nearest period of the same weekdays.'),
    currency: inputs.currency.optional(),
    claims: z
      .record(z.string(), z.string())
      .optional()
      .describe('By ad platform, the rule of its reported conversions.'),
    order: z
      .strictObject({ by: z.string(), direction: z.enum(['ascending', 'descending']) })
      .optional()
      .describe('Order of the rows, by a metric or dimension of the question.'),
    search: z.string().max(100).optional().describe('Keeps rows whose names have this text.'),
    rowSeries: z.literal(true).optional().describe('Adds the course of the first metric to each row.'),
    limit: z.int().min(1).max(mostRows).optional(),
    cursor: inputs.cursor,
  }),
  output: {
    totals: Values,
    bounds: Bounds.describe('Metrics that are not exact, because costs are not known: which way they may differ.'),
    compare: z
      .object({
        range: z.object({ from: z.string(), to: z.string() }),
        totals: Values,
        partial: z.boolean(),
        changes: z.record(z.string(), z.object({ relative: z.string().nullable(), isNew: z.boolean() })),
      })
      .optional(),
    overlapping: z.array(z.string()).optional().describe('Metrics whose rows add up to more than the total.'),
    series: z.array(Point).optional(),
    seriesBefore: z.array(Point).optional().describe('The same of the comparison.'),
    rows: z
      .array(
        z.object({
          dimensions: z.record(z.string(), z.string()),
          names: z.record(z.string(), z.string()).optional(),
          values: Values,
          bounds: Bounds,
          before: Values.optional(),
          course: z.array(Value).optional(),
        }),
      )
      .optional(),
  },
  async answer(caller, { shop: named, limit = mostRows, dimensions, ...question }, { cursor }) {
    const shop = await caller.shop(named)
    const answer = await shop.run('metrics.query', {
      ...question,
      ...(dimensions === undefined ? {} : { dimensions, limit }),
      ...(cursor === undefined ? {} : { cursor }),
    })
    const { totals, compare, series, rows, overlapping } = answer
    const bounds = boundsOf(answer.quality)
    return {
      fixed: {
        totals,
        ...(bounds && { bounds }),
        ...(compare && {
          compare: {
            range: compare.range,
            totals: compare.totals,
            partial: compare.partial,
            changes: compare.changes,
          },
        }),
        ...(overlapping && { overlapping }),
      },
      lists: {
        ...(series && { series }),
        ...(compare?.series && { seriesBefore: compare.series }),
        ...(rows && { rows }),
      },
      next: answer.cursor,
      about: aboutFigures(caller, shop, {
        figures: answer,
        definition: definitionOf(question.metrics, shop),
        caveats: bounds ? [uncertain] : [],
        page: searchOf(answer.range),
      }),
    }
  },
})
