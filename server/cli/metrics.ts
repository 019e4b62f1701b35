import type { MetricAnswer } from '@tillsight/domain'
import type { MetricQueryInput } from '@tillsight/metrics'
import { type Command, Option } from 'commander'
import type { z } from 'zod'
import { organisationRunner } from '../people-verbs.ts'
import { type Cell, print, toTable } from './output.ts'
import { daysOf, type OpenShop, parseDayOption, type SomeDaysOptions, shopOption, withShop } from './session.ts'

interface MetricsOptions extends SomeDaysOptions {
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
    .requiredOption(...shopOption)
    .option('--from <day>', 'first shop day; 30 days ago when absent', parseDayOption)
    .option('--to <day>', 'last shop day, included; yesterday when absent', parseDayOption)
    .addOption(new Option('--interval <interval>', 'a row for each').choices(['hour', 'day', 'week', 'month']))
    .option('--by <dimension...>', 'break down by dimensions such as country')
    .addOption(new Option('--compare <with>', 'compare with').choices(['previous_period', 'previous_year']))
    .option('--currency <code>', 'convert into this currency')
    .option('--json', 'print JSON')
    .action(showMetrics)
}

async function showMetrics(keys: readonly string[], options: MetricsOptions): Promise<void> {
  await withShop({ name: 'metrics', domain: options.shop }, async (shop) => {
    const response = await shop.run('metrics.query', await query(shop, keys, options))
    print({ json: response, text: describe(response) }, options)
  })
}

async function query(
  { ctx, runtime }: OpenShop,
  keys: readonly string[],
  options: MetricsOptions,
): Promise<z.input<typeof MetricQueryInput>> {
  const { metrics } = await organisationRunner(runtime, ctx)('metrics.describe')
  const { interval, by, compare, currency } = options
  return {
    metrics: keys.length > 0 ? [...keys] : metrics.map(({ key }) => key),
    ...daysOf(ctx, options),
    ...(interval === undefined ? {} : { interval }),
    ...(by === undefined ? {} : { dimensions: by }),
    ...(compare === undefined ? {} : { compare }),
    ...(currency === undefined ? {} : { currency }),
  } as z.input<typeof MetricQueryInput>
}

function describe(response: MetricAnswer): string {
  const head = `${response.range.from} to ${response.range.to}, ${response.timezone}, ${response.currency}`
  const keys = Object.keys(response.totals)
  const before = response.compare && `${response.compare.range.from} to ${response.compare.range.to}`
  const body =
    response.series !== undefined
      ? seriesTable(response, { keys, before })
      : response.rows !== undefined
        ? rowsTable(response.rows, { keys, before })
        : toTable(
            ['metric', 'value', ...(before === undefined ? [] : [before])],
            keys.map((key) => [
              key,
              ...cells([key], response.totals),
              ...(response.compare ? cells([key], response.compare.totals) : []),
            ]),
          )
  return [head, body, ...response.warnings].join('\n\n')
}

interface Columns {
  readonly keys: readonly string[]
  /** Range of the comparison, if requested. */
  readonly before: string | undefined
}

/** The periods are listed one below the other: their buckets are different days. */
function seriesTable({ series = [], compare }: MetricAnswer, { keys, before }: Columns): string {
  const table = (points: NonNullable<MetricAnswer['series']>): string =>
    toTable(
      ['at', ...keys],
      points.map(({ at, values }) => [at, ...cells(keys, values)]),
    )
  return before === undefined || !compare?.series
    ? table(series)
    : [table(series), before, table(compare.series)].join('\n\n')
}

function rowsTable(rows: NonNullable<MetricAnswer['rows']>, { keys, before }: Columns): string {
  const names = Object.keys(rows[0]?.dimensions ?? {})
  const earlier = before === undefined ? [] : keys.map((key) => `${key} before`)
  return toTable(
    [...names, ...keys, ...earlier],
    rows.map((row) => [
      ...names.map((name) => row.names?.[name] ?? row.dimensions[name] ?? ''),
      ...cells(keys, row.values),
      ...(before === undefined ? [] : cells(keys, row.before ?? {})),
    ]),
  )
}

function cells(keys: readonly string[], values: Readonly<Record<string, Cell>>): Cell[] {
  return keys.map((key) => values[key] ?? null)
}
