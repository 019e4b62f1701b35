import { writeFile } from 'node:fs/promises'
import { AppError } from '@tillsight/core'
import {
  type CheckedCostFile,
  type CostChanges,
  type CostFileKind,
  type CostFileReport,
  type CostFileText,
  type CostPreview,
  costFileKinds,
  fileSource,
} from '@tillsight/domain'
import { Argument, type Command, Option } from 'commander'
import { ignoredLine, print, problemLines, toTable } from './output.ts'
import { addShopCommand, callerPath, parseDayOption, type ShopOptions, withShop } from './session.ts'

interface FileOptions extends ShopOptions {
  readonly kind?: CostFileKind
}

interface ImportOptions extends FileOptions {
  readonly apply?: boolean
  readonly dryRun?: boolean
  readonly reason?: string
}

interface OutOptions extends ShopOptions {
  readonly out?: string
}

/** `costs import|export|missing|preview|changes|undo`. */
export function addCostsCommands(program: Command): void {
  const costs = program.command('costs').description('what goods, payments, carriers and handling cost, as files')
  const command = (name: string, description: string): Command => addShopCommand(costs, name, description)
  const ofFile = (name: string, description: string): Command =>
    command(name, description)
      .argument('<file>', 'a CSV file, plain or gzip')
      .addOption(new Option('--kind <kind>', 'what it is about; without it its columns tell').choices(costFileKinds))
  const dryRun = new Option('--dry-run', 'only say what would happen, as without --apply').conflicts('apply')
  ofFile('import', 'look at a file of costs, row by row and what it does to profit; with --apply, take it in')
    .option('--apply', 'save the good rows as one change, which `costs undo` takes back')
    .addOption(dryRun)
    .option('--reason <text>', 'why; needed where closed days change')
    .action(importFile)
  ofFile('preview', 'the same as `costs import` without --apply').action(importFile)
  const kind = new Argument('<kind>', 'which costs').choices(costFileKinds)
  command('export', 'print what stands, as a file that imports without loss')
    .addArgument(kind)
    .option('--out <file>', 'a file; standard output when absent')
    .action((chosen: CostFileKind, options: OutOptions) => exportFile(chosen, options))
  command('missing', 'print goods that were sold without a known cost, as a file to fill in')
    .option('--from <day>', 'first shop day; a year ago when absent', parseDayOption)
    .option('--to <day>', 'last shop day, included; today when absent', parseDayOption)
    .option('--out <file>', 'a file; standard output when absent')
    .action(missing)
  command('changes', 'list what was changed, the newest first, and what it did to profit').action(listChanges)
  command('undo', 'take a change back as a whole')
    .argument('<id>', 'the change, as `costs changes` and `costs import` name it')
    .option('--reason <text>', 'why; needed where closed days change')
    .action(undo)
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const { name, open } = await fileSource(callerPath(path))
  const file = { name, content: open, ...(options.kind && { kind: options.kind }) }
  await withShop({ name: 'costs', domain: options.shop }, async ({ run }) => {
    if (options.apply !== true) {
      const checked = await run('costs.check_file', { file })
      print({ json: { applied: false, ...checked }, text: describeCheck(checked) }, options)
      return
    }
    const done = await run('costs.import_file', { file, ...reasonOf(options) })
    const lines = [countLine(done.report), savedLine(done), ...detailLines(done.report)]
    print({ json: { applied: true, ...done }, text: lines.join('\n') }, options)
  })
}

function reasonOf({ reason }: { readonly reason?: string }): { readonly reason?: string } {
  return reason === undefined ? {} : { reason }
}

function describeCheck({ report, preview }: CheckedCostFile): string {
  const next = report.added + report.changed === 0 ? 'There is nothing to take in.' : 'With --apply it is taken in.'
  return [countLine(report), effectLine(preview, 'would'), `Nothing was stored. ${next}`, ...detailLines(report)].join(
    '\n',
  )
}

function countLine({ rows, kind, ...report }: CostFileReport): string {
  const { added, changed, unchanged, refused, blank, repeated, delimiter, decimals } = report
  const more = [
    ...(blank === 0 ? [] : [`${blank} without a cost`]),
    ...(repeated === 0 ? [] : [`${repeated} told again by a later row`]),
  ]
  const fates = [`${added} new`, `${changed} changed`, `${unchanged} as they are`, `${refused} refused`, ...more]
  return `${rows} rows of ${kind}: ${fates.join(', ')}. Read with ${delimiter}s and a decimal ${decimals}.`
}

function effectLine(
  { orders, from, to, delta, currency, pending, closed }: CostPreview,
  verb: 'would' | 'did',
): string {
  if (orders === 0) return verb === 'would' ? 'No order would change.' : 'No order has changed.'
  const days = from === to ? `of ${from}` : `between ${from} and ${to}`
  const isClosed = closed && verb === 'would' ? ' Some of these days are closed: say why with --reason.' : ''
  if (pending)
    return `Up to ${orders} orders ${days} change; what it does to profit is worked out with them.${isClosed}`
  return `${orders} orders ${days} ${verb === 'would' ? 'would change' : 'changed'}; profit moves by ${delta} ${currency}.${isClosed}`
}

interface Saved {
  readonly change: string | null
  readonly preview: CostPreview
  readonly restating: boolean
}

function savedLine({ change, preview, restating }: Saved): string {
  if (change === null) return 'Nothing was different: nothing has changed.'
  return `Saved as ${change}. ${effectLine(preview, 'did')}${restating ? ' Figures follow.' : ''}`
}

function detailLines(report: CostFileReport): readonly string[] {
  const { notes, noteCount } = report
  const more = noteCount > notes.length ? [`… and ${noteCount - notes.length} more notes.`] : []
  return [
    ...ignoredLine(report.ignored),
    ...problemLines(report),
    ...notes.map(({ row, text }) => `row ${row}: ${text}`),
    ...more,
  ]
}

async function exportFile(kind: CostFileKind, options: OutOptions): Promise<void> {
  await withShop({ name: 'costs', domain: options.shop }, async ({ run }) =>
    write(await run('costs.export', { kind }), options),
  )
}

async function missing({ from, to, ...options }: OutOptions & { from?: string; to?: string }): Promise<void> {
  await withShop({ name: 'costs', domain: options.shop }, async ({ run }) =>
    write(await run('costs.missing', { ...(from && { from }), ...(to && { to }) }), options),
  )
}

/** The byte order mark tells spreadsheets the encoding of a file; programs that read a pipe need none. */
async function write(file: CostFileText, { out, json = false }: OutOptions): Promise<void> {
  if (out === undefined) {
    print({ json: file, text: file.csv.trimEnd() }, { json })
    return
  }
  const path = callerPath(out)
  await writeFile(path, `\uFEFF${file.csv}`).catch((cause: unknown) => {
    throw new AppError('invalid_input', `The file “${path}” cannot be written. Check its folder and your permission.`, {
      cause,
    })
  })
  print({ json: { rows: file.rows, out: path }, text: `${file.rows} rows are in ${path}.` }, { json })
}

async function listChanges(options: ShopOptions): Promise<void> {
  await withShop({ name: 'costs', domain: options.shop }, async ({ run }) => {
    const answer = await run('costs.changes')
    const header = ['id', 'at', 'by', 'what', 'orders', 'days', 'profit', 'state']
    const text =
      answer.changes.length === 0 ? 'Nobody has entered a cost yet.' : toTable(header, answer.changes.map(toRow))
    print({ json: answer, text }, options)
  })
}

function toRow({ id, at, by, what, orders, from, to, delta, undone, isUndo }: CostChanges['changes'][number]) {
  const days = from === null || from === to ? from : `${from} to ${to}`
  return [id, at.slice(0, 16), by, what, orders, days, delta, undone ? 'undone' : isUndo ? 'undo' : 'stands']
}

async function undo(id: string, options: ShopOptions & { readonly reason?: string }): Promise<void> {
  await withShop({ name: 'costs', domain: options.shop }, async ({ run }) => {
    const saved = await run('costs.save', { change: { undo: id }, ...reasonOf(options) })
    print({ json: saved, text: `Undone. ${savedLine(saved)}` }, options)
  })
}
