import { AppError } from '@tillsight/core'
import { type Explained, explainedLines } from '@tillsight/domain'
import { describeCatalogue } from '@tillsight/metrics'
import { z } from 'zod'
import { aboutShop, definitionOf, searchOf, uncertain } from './about.ts'
import { restOf } from './explain-figure-tool.ts'
import type { ToolShop } from './shops.ts'
import { defineTool, inputs } from './tool.ts'

const Value = z.union([z.string(), z.number()]).nullable()
const Range = z.object({ from: z.string(), to: z.string() })

/** Far more values than change a figure by much. */
const mostRows = 1000
const usualParts = 20

const causeNames = {
  orders: 'Number of orders',
  basket: 'Net revenue per order',
  margin: 'Margin of the goods',
  charges: 'Shipping and other charges',
  variable: 'Handling, carriers, fees and other costs of orders',
  marketing: 'Marketing',
  fixed: 'Other expenses',
} as const

const Part = z.object({
  key: z.string().describe('A cause, or a value of the dimension; empty for what has none.'),
  name: z.string(),
  now: z.string().optional(),
  before: z.string().optional(),
  change: z.string(),
})

interface Change {
  readonly metric: string
  readonly range: z.output<typeof Range>
  readonly before: z.output<typeof Range>
  readonly values: readonly [now: z.output<typeof Value>, before: z.output<typeof Value>]
  readonly change: string | null
  readonly by: string
  readonly parts: readonly z.output<typeof Part>[]
  readonly rest: string
  readonly currency: string
  readonly caveats: readonly string[]
}

const changeInput = z.strictObject({
  shop: inputs.shop,
  metric: z.string().describe('Key, from find_metrics.'),
  from: inputs.from,
  to: inputs.to,
  compare: inputs.compare.default('previous_period'),
  by: z.string().optional().describe('Dimension of the parts; profit has causes without one.'),
  filters: inputs.filters.optional(),
  currency: inputs.currency.optional(),
  limit: z.int().min(1).max(100).default(usualParts),
})
type ChangeInput = z.output<typeof changeInput>

/** Parts that add up to a change. */
export const explainChange = defineTool({
  name: 'explain_change',
  title: 'Explain a change',
  description:
    'Why a figure changed between two periods: parts that, with the rest, add up to the change exactly. Lines of profit (netProfit, cm3, cm2, cm1, grossProfit) are told apart by cause, other figures by a dimension.',
  needs: ['metrics:read'],
  input: changeInput,
  output: {
    metric: z.string(),
    range: Range,
    before: Range,
    values: z.object({ now: Value, before: Value }),
    change: z.string().nullable().describe('Null where a period has no value.'),
    by: z.string().describe('“cause”, or the dimension.'),
    parts: z.array(Part).describe('The largest change first.'),
    rest: z.string().describe('Of the change: what the parts leave.'),
  },
  async answer(caller, { shop: named, ...asked }) {
    const shop = await caller.shop(named)
    const line = explainedLines.find((each) => each === asked.metric)
    const { currency, caveats, values, parts, ...change } =
      line && asked.by === undefined ? await byCause(shop, line, asked) : await byDimension(shop, asked)
    return {
      fixed: { ...change, values: { now: values[0], before: values[1] } },
      lists: { parts },
      about: await aboutShop(caller, shop, {
        definition: definitionOf([asked.metric], shop),
        period: change.range,
        currency,
        caveats,
        page: searchOf(change.range),
      }),
    }
  },
})

async function byCause(
  { run }: ToolShop,
  of: Explained,
  { metric, from, to, compare, filters, currency }: ChangeInput,
): Promise<Change> {
  const found = await run('profit.explain', { from, to, compare, filters, currency, of, by: [] })
  const line = found.ladder.find((each) => each.metric === of)
  const causes = found.causes.map(({ cause, amount }) => ({ key: cause, name: causeNames[cause], change: amount }))
  const change = found.of === null ? null : (line?.change ?? null)
  const unknown = found.of === null ? ['A period shows no profit, because nothing is known of its costs.'] : []
  const bounds = [found.bounds.now, found.bounds.before].some((bound) => bound !== 'exact') ? [uncertain] : []
  return {
    metric,
    range: found.range,
    before: found.before,
    values: [line?.now ?? null, line?.before ?? null],
    change,
    by: 'cause',
    parts: causes,
    rest: restOf(
      change ?? '0',
      causes.map((each) => each.change),
    ),
    currency: found.currency,
    caveats: [...unknown, ...bounds, ...found.warnings],
  }
}

async function byDimension(shop: ToolShop, { metric, by, limit, ...asked }: ChangeInput): Promise<Change> {
  const dimension = by ?? usualDimension(metric, shop)
  const question = { ...asked, metrics: [metric], dimensions: [dimension], limit: mostRows }
  const {
    range,
    currency,
    totals,
    compare,
    rows = [],
    overlapping = [],
    warnings,
  } = await shop.run('metrics.query', question)
  if (!compare) throw new AppError('internal', 'A question with a comparison was answered without')
  const [now, before] = [totals[metric] ?? null, compare.totals[metric] ?? null]
  const change = difference(now, before)
  const all = rows.flatMap(({ dimensions: { [dimension]: key = '' }, names, values, before: then }) => {
    const [value, earlier] = [values[metric], then?.[metric] ?? 0]
    const moved = value === undefined ? null : difference(value, earlier)
    return moved === null
      ? []
      : [{ key, name: names?.[dimension] ?? key, now: `${value}`, before: `${earlier}`, change: moved }]
  })
  const parts = all
    .filter((part) => Number(part.change) !== 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, limit)
  const doubled = overlapping.includes(metric)
    ? [
        `Something can be in several values of ${dimension}, so parts may add up to more than the change; the rest balances them.`,
      ]
    : []
  return {
    metric,
    range,
    before: compare.range,
    values: [now, before],
    change,
    by: dimension,
    parts: change === null ? [] : parts,
    rest: restOf(change ?? '0', change === null ? [] : parts.map((part) => part.change)),
    currency,
    caveats: [...doubled, ...warnings],
  }
}

/** Throws `invalid_input` for a figure that is no sum: its parts are explained instead. */
function usualDimension(metric: string, { ctx }: ToolShop): string {
  const described = describeCatalogue(ctx.shop.settings.ratioBasis).metrics.find(({ key }) => key === metric)
  if (!described) return 'product'
  const { additive, from, dimensions, label } = described
  if (!additive) {
    const instead = from.length > 0 ? ` Explain what it is made of: ${from.join(', ')}.` : ''
    throw new AppError('invalid_input', `${label} is no sum, so no parts add up to its change.${instead}`)
  }
  const dimension = ['product', 'campaign'].find((each) => dimensions.includes(each)) ?? dimensions[0]
  if (dimension !== undefined) return dimension
  const instead = from.length > 0 ? ` Explain what it is made of: ${from.join(', ')}.` : ''
  throw new AppError('invalid_input', `${label} cannot be told apart by a dimension.${instead}`)
}

function difference(now: z.output<typeof Value>, before: z.output<typeof Value>): string | null {
  return now === null || before === null ? null : restOf(`${now}`, [`${before}`])
}

/** For an order by size only. */
function sizeOf({ change }: { readonly change: string }): number {
  return Math.abs(Number(change))
}
