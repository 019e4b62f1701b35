import { AppError } from '@tillsight/core'
import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import { type ConnectionContext, describeMetrics, type MetricAnswer, run, runQuery } from '@tillsight/domain'
import type { MetricQueryInput } from '@tillsight/metrics'
import { type Command, Option } from 'commander'
import type { z } from 'zod'
import { type Cell, print, toTable } from './output.ts'
import { type CommonOptions, withShop } from './session.ts'

interface MetricsOptions extends CommonOptions {
  readonly shop: string
  readonly from?: string
  readonly to?: string
  readonly interval?: string
  readonly by?: string[]
  readonly compare?: string
  readonly currency?: string
}

/** `metrics`: the same figures as the dashboard and the API, from the same verb. */
export function addMetricsCommand(program: Command): void {
  program
    .command('metrics')
    .description('figures of a shop; without keys, all of them')
    .argument('[key...]', 'metrics such as sales orders aov')
    .requiredOption('--shop <domain>', 'the shop')
    .option('--from <day>', 'first shop day; 30 days ago when absent')
    .option('--to <day>', 'last shop day, included; yesterday when absent')
    .addOption(new Option('--interval <interval>', 'a row for each').choices(['hour', 'day', 'week', 'month']))
    .option('--by <dimension...>', 'break down by dimensions such as country')
    .addOption(new Option('--compare <with>', 'compare with').choices(['previous_period', 'previous_year']))
    .option('--currency <code>', 'convert into this currency')
    .option('--json', 'print JSON')
    .action(showMetrics)
}

async function showMetrics(keys: readonly string[], options: MetricsOptions): Promise<void> {
  await withShop({ name: 'metrics', domain: options.shop }, async (ctx) => {
    const answer = await run(runQuery, ctx, await question(ctx, keys, options))
    print({ json: answer, text: describe(answer) }, options)
  })
}

async function question(
  ctx: ConnectionContext,
  keys: readonly string[],
  options: MetricsOptions,
): Promise<z.input<typeof MetricQueryInput>> {
  const { metrics } = await run(describeMetrics, ctx, {})
  const yesterday = addDays(dayOf(ctx.clock.now(), ctx.shop.zone), -1)
  const to = options.to === undefined ? yesterday : parseDay(options.to)
  const from = options.from === undefined ? addDays(to, -29) : parseDay(options.from)
  if (from > to) throw new AppError('invalid_input', `--from ${from} is after --to ${to}. Give the earlier day first.`)
  const { interval, by, compare, currency } = options
  return {
    metrics: keys.length > 0 ? [...keys] : metrics.map(({ key }) => key),
    from,
    to,
    ...(interval === undefined ? {} : { interval }),
    ...(by === undefined ? {} : { dimensions: by }),
    ...(compare === undefined ? {} : { compare }),
    ...(currency === undefined ? {} : { currency }),
  } as z.input<typeof MetricQueryInput>
}

function describe(answer: MetricAnswer): string {
  const keys = Object.keys(answer.totals)
  const head = `${answer.range.from} to ${answer.range.to}, ${answer.timezone}, ${answer.currency}`
  const totals = toTable(
    answer.compare
      ? ['metric', 'value', `${answer.compare.range.from} to ${answer.compare.range.to}`]
      : ['metric', 'value'],
    keys.map((key) => [
      key,
      answer.totals[key] ?? null,
      ...(answer.compare ? [answer.compare.totals[key] ?? null] : []),
    ]),
  )
  const series = answer.series
    ? toTable(
        ['at', ...keys],
        answer.series.map(({ at, values }) => [at, ...cells(keys, values)]),
      )
    : undefined
  const names = Object.keys(answer.rows?.[0]?.dimensions ?? {})
  const rows = answer.rows
    ? toTable(
        [...names, ...keys],
        answer.rows.map(({ dimensions, values }) => [
          ...names.map((name) => dimensions[name] ?? ''),
          ...cells(keys, values),
        ]),
      )
    : undefined
  return [head, series ?? rows ?? totals, ...answer.warnings].join('\n\n')
}

function cells(keys: readonly string[], values: Readonly<Record<string, Cell>>): Cell[] {
  return keys.map((key) => values[key] ?? null)
}
