import {
  type AdFileReport,
  fileSource,
  type ImportReport,
  importFormats,
  importOrders,
  type TouchFileReport,
  undoImport,
} from '@tillsight/domain'
import { type Command, Option } from 'commander'
import { createProgress, ignoredLine, print, problemLines, toTable } from './output.ts'
import { addRatesCommand } from './rates.ts'
import { addShopCommand, callerPath, readTyped, type ShopOptions, shopOption, withShop } from './session.ts'

/** `import ads`. */
function addAdsCommand(command: Command): void {
  command
    .command('ads')
    .description(
      'import what ads cost and returned from a CSV file (plain or gzip), a row for each day of what was spent on',
    )
    .argument('<file>', 'the file; docs/reference/ads-file.md names its columns')
    .requiredOption('--shop <domain>', 'the shop')
    .option('--json', 'print JSON')
    .action(importAds)
}

async function importAds(file: string, options: ShopOptions): Promise<void> {
  const typed = await readTyped(file)
  await withShop({ name: 'import', domain: options.shop }, async ({ run }) => {
    const report = await run('ads.import', typed)
    print({ json: report, text: describeAds(report) }, options)
  })
}

function describeAds(report: AdFileReport): string {
  const { rows, days, known, leftOut, ignored } = report
  const count = (number: number) => number.toLocaleString('en')
  return [
    `${count(rows)} rows: ${count(days)} days of accounts stored, ${count(known)} there already, ${count(leftOut)} rows left out.`,
    ...ignoredLine(ignored),
    ...problemLines(report),
  ].join('\n')
}

interface TouchOptions extends ShopOptions {
  readonly preview?: boolean
}

/** `import touches`. */
function addTouchesCommand(command: Command): void {
  command
    .command('touches')
    .description('import marketing contacts from a CSV file (plain or gzip); good rows go in, every other one is named')
    .argument('<file>', 'the file')
    .requiredOption(...shopOption)
    .option('--preview', 'only say what would happen')
    .option('--json', 'print JSON')
    .action(importTouches)
}

async function importTouches(file: string, options: TouchOptions): Promise<void> {
  const typed = await readTyped(file)
  await withShop({ name: 'import', domain: options.shop }, async ({ run }) => {
    const report = await run(options.preview ? 'touches.preview' : 'touches.import', typed)
    print({ json: report, text: describeTouches(report, options.preview ?? false) }, options)
  })
}

function describeTouches(report: TouchFileReport, isPreview: boolean): string {
  const { rows, touches, known, leftOut, channels, ignored } = report
  const count = (number: number) => number.toLocaleString('en')
  return [
    `${count(rows)} rows: ${count(touches)} touches to store, ${count(known)} there already, ${count(leftOut)} left out.`,
    ...(channels.length === 0
      ? []
      : [
          toTable(
            ['channel', 'touches'],
            channels.map((one) => [one.channel, one.touches]),
          ),
        ]),
    isPreview ? 'Nothing was stored: this was a preview.' : 'Journeys of the orders concerned follow in a moment.',
    ...ignoredLine(ignored),
    ...problemLines(report),
  ].join('\n')
}

interface ImportOptions extends ShopOptions {
  readonly format: string
  readonly preview?: boolean
}

/** `import orders`, `import ads`, `import rates` and `import touches`. */
export function addImportCommands(program: Command): void {
  const command = program.command('import').description('bring in history from files')
  addRatesCommand(command, 'rates')
  addTouchesCommand(command)
  addAdsCommand(command)
  command
    .command('orders')
    .description('import orders from a CSV file (plain or gzip); good rows go in, every other one is named')
    .argument('<file>', 'the file')
    .requiredOption(...shopOption)
    .addOption(
      new Option('--format <format>', 'what kind of file it is')
        .choices(importFormats.map((format) => format.id))
        .default('generic'),
    )
    .option('--preview', 'only say what would happen')
    .option('--json', 'print JSON')
    .action(importFile)
  addShopCommand(command, 'list', 'list the latest imports of a shop, from here and from the browser').action(listAll)
  addShopCommand(command, 'undo', 'take a whole import back: figures become what they would be without it')
    .argument('<id>', 'the import, as `import list` names it')
    .action(undo)
}

async function listAll(options: ShopOptions): Promise<void> {
  await withShop({ name: 'import', domain: options.shop }, async ({ run }) => {
    const imports = await run('import.list')
    const rows = imports.map(({ id, createdAt, fileName, format, state, rowsGood, rowsBad }) => [
      id,
      createdAt.slice(0, 16).replace('T', ' '),
      fileName,
      format,
      state,
      rowsGood,
      rowsBad,
    ])
    const text =
      rows.length === 0
        ? `Nothing has been imported into ${options.shop} yet.`
        : toTable(['id', 'began (UTC)', 'file', 'format', 'state', 'rows', 'left out'], rows)
    print({ json: imports, text }, options)
  })
}

async function undo(id: string, options: ShopOptions): Promise<void> {
  await withShop({ name: 'import', domain: options.shop }, async ({ ctx }) => {
    const progress = createProgress('Undoing')
    await undoImport(ctx, { id, onProgress: ({ done, total }) => progress(done, total) })
    print(
      { json: { id, state: 'undone' }, text: 'The import is undone: figures are as if it had never been.' },
      options,
    )
  })
}

async function importFile(file: string, options: ImportOptions): Promise<void> {
  const source = await fileSource(callerPath(file))
  await withShop({ name: 'import', domain: options.shop }, async ({ ctx }) => {
    const progress = createProgress(options.preview ? 'Checking' : 'Importing')
    const report = await importOrders(ctx, {
      source,
      format: options.format,
      ...(options.preview === undefined ? {} : { preview: options.preview }),
      onProgress: ({ done, total }) => progress(done, total),
    })
    print({ json: report, text: describe(report) }, options)
  })
}

function describe(report: ImportReport): string {
  const counts = toTable(
    ['', 'rows', 'orders and refunds'],
    [
      ['read', report.rows.read, report.groups.good + report.groups.leftOut],
      ['good', report.rows.good, report.groups.good],
      ['left out', report.rows.leftOut, report.groups.leftOut],
    ],
  )
  const stored = report.preview
    ? 'Nothing was stored: this was a preview.'
    : `${report.records.stored} stored, ${report.records.unchanged} known already, ${report.records.outdated} older than what is known.`
  const notes = report.notes.map((note) => `${note.count} × ${note.what}`)
  return [counts, stored, ...report.warnings, ...notes, ...problemLines(report)].join('\n')
}
