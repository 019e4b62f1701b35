import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import {
  type ConnectionContext,
  describeMetrics,
  type ExportRow,
  exportLedger,
  exportOrders,
  run,
  runQuery,
} from '@tillsight/domain'
import { type Command, Option } from 'commander'
import { stringify } from 'csv-stringify'
import { callerPath, withShop } from './session.ts'

interface ExportOptions {
  readonly shop: string
  readonly from?: string
  readonly to?: string
  readonly format: 'csv' | 'json'
  readonly out?: string
}

type Rows = AsyncIterable<ExportRow> | Iterable<ExportRow>

/** `export metrics|ledger|orders`: exactly what the screens are made of, raw numbers, ISO dates. */
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
      .requiredOption('--shop <domain>', 'the shop')
      .option('--from <day>', 'first shop day; 30 days ago when absent')
      .option('--to <day>', 'last shop day, included; yesterday when absent')
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
}

type Range = Parameters<typeof exportLedger>[1]

function rangeOf(ctx: ConnectionContext, options: ExportOptions): Range {
  const to = options.to === undefined ? addDays(dayOf(ctx.clock.now(), ctx.shop.zone), -1) : parseDay(options.to)
  return { from: options.from === undefined ? addDays(to, -29) : parseDay(options.from), to }
}

async function metricRows(ctx: ConnectionContext, range: Range): Promise<ExportRow[]> {
  const { metrics } = await run(describeMetrics, ctx, {})
  const answer = await run(runQuery, ctx, { metrics: metrics.map(({ key }) => key), ...range, interval: 'day' })
  return (answer.series ?? []).map(({ at, values }) => ({ day: at, ...values }))
}

/** Cells that a spreadsheet would take for a formula are neutralised: order names come from strangers. */
async function write(rows: Rows, { format, out }: ExportOptions): Promise<void> {
  const source = Readable.from(rows)
  const target = out === undefined ? process.stdout : createWriteStream(callerPath(out))
  const last = { end: target !== process.stdout }
  if (format === 'csv') {
    await pipeline(source, stringify({ header: true, escape_formulas: true, bom: out !== undefined }), target, last)
    return
  }
  const lines = async function* (all: AsyncIterable<ExportRow>): AsyncGenerator<string> {
    for await (const row of all) yield `${JSON.stringify(row)}\n`
  }
  await pipeline(source, lines, target, last)
}
