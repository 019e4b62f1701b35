import { fileSource, type ImportReport, importFormats, importOrders } from '@tillsight/domain'
import { type Command, Option } from 'commander'
import { addRatesCommand } from './import-rates.ts'
import { createProgress, print, toTable } from './output.ts'
import { type CommonOptions, callerPath, withShop } from './session.ts'

interface ImportOptions extends CommonOptions {
  readonly shop: string
  readonly format: string
  readonly preview?: boolean
}

/** `import orders` and `import rates`. */
export function addImportCommands(program: Command): void {
  const command = program.command('import').description('bring in history from files')
  addRatesCommand(command)
  command
    .command('orders')
    .description('import orders from a CSV file (plain or gzip); good rows go in, every other one is named')
    .argument('<file>', 'the file')
    .requiredOption('--shop <domain>', 'the shop')
    .addOption(
      new Option('--format <format>', 'what kind of file it is')
        .choices(importFormats.map((format) => format.id))
        .default('generic'),
    )
    .option('--preview', 'only say what would happen')
    .option('--json', 'print JSON')
    .action(importFile)
}

async function importFile(file: string, options: ImportOptions): Promise<void> {
  const source = await fileSource(callerPath(file))
  await withShop({ name: 'import', domain: options.shop }, async (ctx) => {
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
  const problems = report.problems.map(
    (problem) => `row ${problem.row}, ${problem.field} “${problem.value}”: ${problem.problem} ${problem.remedy}`,
  )
  const more = report.problemCount > problems.length ? [`… and ${report.problemCount - problems.length} more.`] : []
  const notes = report.notes.map((note) => `${note.count} × ${note.what}`)
  return [counts, stored, ...report.warnings, ...notes, ...problems, ...more].join('\n')
}
