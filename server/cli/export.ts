import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, plainCell } from '@tillsight/core'
import { addDays, type Day, dayOf } from '@tillsight/core/days'
import {
  type AttributionQuestionInput,
  askedModels,
  attributionLevels,
  type ConnectionContext,
  clickWindows,
  describeMetrics,
  type ExportRow,
  exportAttribution,
  exportCustomers,
  exportLedger,
  exportOrders,
  run,
  runQuery,
} from '@tillsight/domain'
import { type Command, Option } from 'commander'
import { stringify } from 'csv-stringify'
import { addCustomerExport } from './export-customer.ts'
import { callerPath, parseDayOption, withShop } from './session.ts'

interface ExportOptions {
  readonly shop: string
  readonly from?: Day
  readonly to?: Day
  readonly format: 'csv' | 'json'
  readonly out?: string
}

type Rows = AsyncIterable<ExportRow> | Iterable<ExportRow>

/** `export metrics|ledger|orders|customers|attribution|customer`: exactly what the screens are made of, raw numbers, ISO dates. */
export function addExportCommands(program: Command): void {
  const group = program.command('export').description('write facts and figures as CSV or JSON lines')
  const add = (
    name: string,
    about: string,
    rows: (ctx: ConnectionContext, range: Range) => Promise<Rows> | Rows,
  ): void => {
    group
      .command(name)
      .description(about)
      .requiredOption('--shop <domain>', 'the shop, by domain or id')
      .option('--from <day>', 'first shop day; 30 days ago when absent', parseDayOption)
      .option('--to <day>', 'last shop day, included; yesterday when absent', parseDayOption)
      .addOption(new Option('--format <format>', 'one object a line with json').choices(['csv', 'json']).default('csv'))
      .option('--out <file>', 'a file; standard output when absent')
      .action((options: ExportOptions) =>
        withShop({ name: `export ${name}`, domain: options.shop }, async (ctx) =>
          write(await rows(ctx, rangeOf(ctx, options)), options),
        ),
      )
  }
  add('metrics', 'every metric, a row for each shop day', metricRows)
  add('ledger', 'the ledger, a row for each line of an order, edit, refund or cancellation', exportLedger)
  add('orders', 'counted orders with what they are worth and what came back', exportOrders)
  add('customers', 'customers with a paid order in these days, what they ordered and what came back', exportCustomers)
  addAttributionExport(group)
  addCustomerExport(group)
}

interface AttributionOptions extends ExportOptions {
  readonly model: string
  readonly level: string
  readonly window?: string
  readonly date: string
  readonly refunds: string
}

/** Credit of channels, campaigns, ad sets or ads; what is not tracked and the totals are the last rows. */
function addAttributionExport(group: Command): void {
  group
    .command('attribution')
    .description('who earned which orders under a model, with what it cost; then what is not tracked, and the totals')
    .requiredOption('--shop <domain>', 'the shop, by domain or id')
    .option('--from <day>', 'first shop day; 30 days ago when absent', parseDayOption)
    .option('--to <day>', 'last shop day, included; yesterday when absent', parseDayOption)
    .addOption(
      new Option('--model <model>', 'how orders are shared out').choices(askedModels).default('last_non_direct'),
    )
    .addOption(new Option('--level <level>', 'what a row is').choices(attributionLevels).default('channel'))
    .addOption(
      new Option('--window <days>', 'days before the order in which clicks count').choices([
        ...clickWindows.map(String),
        'lifetime',
      ]),
    )
    .addOption(
      new Option('--date <date>', 'the day of the order, or of the touch').choices(['order', 'touch']).default('order'),
    )
    .addOption(
      new Option('--refunds <date>', 'what came back lowers the net on the day of the order, or of the refund')
        .choices(['order', 'refund'])
        .default('order'),
    )
    .addOption(new Option('--format <format>', 'one object a line with json').choices(['csv', 'json']).default('csv'))
    .option('--out <file>', 'a file; standard output when absent')
    .action((options: AttributionOptions) =>
      withShop({ name: 'export attribution', domain: options.shop }, async (ctx) =>
        write(await exportAttribution(ctx, attributionQuestion(ctx, options)), options),
      ),
    )
}

/** Options were checked as they were read; the question's own schema checks them again. */
function attributionQuestion(ctx: ConnectionContext, options: AttributionOptions): AttributionQuestionInput {
  const { model, level, date, refunds, window } = options
  const days = window === 'lifetime' ? null : Number(window)
  return {
    ...rangeOf(ctx, options),
    ...({ model, level, date } as Pick<AttributionQuestionInput, 'model' | 'level' | 'date'>),
    refund_basis: refunds === 'refund' ? 'refund_date' : 'order_date',
    ...(window === undefined ? {} : { click_window_days: days as AttributionQuestionInput['click_window_days'] }),
  }
}

type Range = Parameters<typeof exportLedger>[1]

function rangeOf(ctx: ConnectionContext, options: ExportOptions): Range {
  const to = options.to ?? addDays(dayOf(ctx.clock.now(), ctx.shop.zone), -1)
  const from = options.from ?? addDays(to, -29)
  if (from > to) throw new AppError('invalid_input', `--from ${from} is after --to ${to}. Give the earlier day first.`)
  return { from, to }
}

async function metricRows(ctx: ConnectionContext, range: Range): Promise<ExportRow[]> {
  const { metrics } = await run(describeMetrics, ctx, {})
  const answer = await run(runQuery, ctx, { metrics: metrics.map(({ key }) => key), ...range, interval: 'day' })
  return (answer.series ?? []).map(({ at, values }) => ({ day: at, ...values }))
}

async function write(rows: Rows, { format, out }: ExportOptions): Promise<void> {
  const source = Readable.from(rows)
  const target = out === undefined ? process.stdout : createWriteStream(callerPath(out))
  const last = { end: target !== process.stdout }
  try {
    await (format === 'csv'
      ? pipeline(source, stringify({ header: true, cast: { string: plainCell }, bom: out !== undefined }), target, last)
      : pipeline(source, lines, target, last))
  } catch (error) {
    // Whoever reads has seen enough: `… | head`.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

async function* lines(rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
