import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { plainCell } from '@tillsight/core'
import {
  type AttributionQueryInput,
  attributionLevels,
  type ConnectionContext,
  clickWindows,
  type ExportRow,
  type ExportTable,
  exportCustomers,
  exportLedger,
  exportMetrics,
  exportOrders,
  recordExport,
  requestedModels,
  toParquet,
} from '@tillsight/domain'
import { type Command, Option } from 'commander'
import { stringify } from 'csv-stringify'
import { addCustomerCommand, type CustomerOptions } from './customer-subject.ts'
import { callerPath, daysOf, parseDayOption, type SomeDaysOptions, shopOption, withShop } from './session.ts'

interface ExportOptions extends SomeDaysOptions {
  readonly format: Format
  readonly out?: string
}

const formats = ['csv', 'json', 'parquet'] as const
type Format = (typeof formats)[number]

type Table = ExportTable<AsyncIterable<ExportRow> | Iterable<ExportRow>>

/**
 * Adds `export metrics|ledger|orders|customers|attribution|customer`: the data behind the screens, raw numbers, ISO dates.
 */
export function addExportCommands(program: Command): void {
  const group = program.command('export').description('write facts and figures as CSV, JSON lines or Parquet')
  const add = (
    name: string,
    about: string,
    read: (ctx: ConnectionContext, range: Range) => Promise<Table> | Table,
  ): void => {
    const command = group
      .command(name)
      .description(about)
      .requiredOption(...shopOption)
      .option('--from <day>', 'first shop day; 30 days ago when absent', parseDayOption)
      .option('--to <day>', 'last shop day, included; yesterday when absent', parseDayOption)
    addFileOptions(command).action((options: ExportOptions) =>
      withShop({ name: `export ${name}`, domain: options.shop }, async ({ ctx }) => {
        const range = daysOf(ctx, options)
        await recordExport(ctx, name)
        await write(await read(ctx, range), options)
      }),
    )
  }
  add('metrics', 'every metric, a row for each shop day', (ctx, range) => exportMetrics(ctx, range))
  add('ledger', 'the ledger, a row for each line of an order, edit, refund or cancellation', exportLedger)
  add('orders', 'counted orders with what they are worth and what came back', exportOrders)
  add('customers', 'customers with a paid order in these days, what they ordered and what came back', exportCustomers)
  addAttributionExport(group)
  addCustomerExport(group)
}

/** Adds options for format and destination. */
function addFileOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'json: an object a line; parquet: columns with exact types, for a file or a pipe')
        .choices(formats)
        .default('csv'),
    )
    .option('--out <file>', 'a file; standard output when absent')
    .hook('preAction', () => {
      const { format, out } = command.opts<ExportOptions>()
      if (format !== 'parquet' || out !== undefined || !process.stdout.isTTY) return
      command.error(
        'error: Parquet is no text, and this terminal would show it as noise. Name a file with --out FILE, or pipe it into a program.',
      )
    })
}

interface AttributionOptions extends ExportOptions {
  readonly model: string
  readonly level: string
  readonly window?: string
  readonly date: string
  readonly refunds: string
}

/** Attribution by channel, campaign, ad set or ad; "not tracked" and the totals are the last rows. */
function addAttributionExport(group: Command): void {
  const command = group
    .command('attribution')
    .description('who earned which orders under a model, with what it cost; then what is not tracked, and the totals')
    .requiredOption(...shopOption)
    .option('--from <day>', 'first shop day; 30 days ago when absent', parseDayOption)
    .option('--to <day>', 'last shop day, included; yesterday when absent', parseDayOption)
    .addOption(
      new Option('--model <model>', 'how orders are shared out').choices(requestedModels).default('last_non_direct'),
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
  addFileOptions(command).action((options: AttributionOptions) =>
    withShop({ name: 'export attribution', domain: options.shop }, async ({ ctx, run }) => {
      await recordExport(ctx, 'attribution')
      await write(await run('attribution.export', attributionQuery(ctx, options)), options)
    }),
  )
}

/** Options are validated when parsed; the query's schema validates them again. */
function attributionQuery(ctx: ConnectionContext, options: AttributionOptions): AttributionQueryInput {
  const { model, level, date, refunds, window } = options
  const days = window === 'lifetime' ? null : Number(window)
  return {
    ...daysOf(ctx, options),
    ...({ model, level, date } as Pick<AttributionQueryInput, 'model' | 'level' | 'date'>),
    refund_basis: refunds === 'refund' ? 'refund_date' : 'order_date',
    ...(window === undefined ? {} : { click_window_days: days as AttributionQueryInput['click_window_days'] }),
  }
}

type Range = Parameters<typeof exportLedger>[1]

async function write(table: Table, { format, out }: ExportOptions): Promise<void> {
  const target = out === undefined ? process.stdout : createWriteStream(callerPath(out))
  const last = { end: target !== process.stdout }
  try {
    if (format === 'csv') await pipeline(Readable.from(table.rows), toCsv(table, out !== undefined), target, last)
    else await pipeline(format === 'json' ? toLines(table.rows) : toParquet(table), target, last)
  } catch (error) {
    // The reading program closed the pipe: `… | head`.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

/** Writes the header even without rows. The byte order mark tells spreadsheets the encoding. */
function toCsv({ columns }: Table, bom: boolean) {
  return stringify({ header: true, columns: Object.keys(columns), cast: { string: plainCell }, bom })
}

async function* toLines(rows: Table['rows']): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** Adds `export customer`: all data about one customer, to hand to them. */
function addCustomerExport(group: Command): void {
  addCustomerCommand<CustomerOptions & { readonly out?: string }>(group, {
    name: 'export customer',
    description: 'everything that is held about one customer, as JSON; answers what a platform asked for them',
    addOptions: (command) =>
      command
        .option('--out <file>', 'a file that only you can read; standard output when absent')
        .option('--json', 'always; accepted because other commands have it'),
    async work({ run }, subject, { out }) {
      const text = `${JSON.stringify(await run('customer.export', subject), null, 2)}\n`
      if (out === undefined) process.stdout.write(text)
      else await writeFile(callerPath(out), text, { mode: 0o600 })
    },
  })
}
