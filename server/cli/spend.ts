import { AppError } from '@tillsight/core'
import { repetitions, type SpendEntry, type SpendFileReport } from '@tillsight/domain'
import { type Command, Option } from 'commander'
import { ignoredLine, print, problemLines, toTable } from './output.ts'
import { addShopCommand, readTyped, type ShopOptions, withShop } from './session.ts'

interface AddOptions extends ShopOptions {
  readonly channel: string
  readonly campaign?: string
  readonly name?: string
  readonly from: string
  readonly to?: string
  readonly amount: string
  readonly percentOf?: string
  readonly currency?: string
  readonly repeats: string
  readonly countsAs?: string
  readonly note?: string
}

/** `spend list|add|import|remove|undo|template`. */
export function addSpendCommands(program: Command): void {
  const spend = program
    .command('spend')
    .description('what is spent on channels without a connector: influencers, print, radio')
  const command = (name: string, description: string): Command => addShopCommand(spend, name, description)
  command('list', 'list what was entered').action(list)
  command('add', 'enter an amount, spent once or again and again')
    .requiredOption('--channel <name>', 'where the money went: Influencers, Print, …')
    .requiredOption('--amount <amount>', 'what was spent: of the whole, or of each period')
    .requiredOption('--from <day>', 'the first day')
    .option('--to <day>', 'the last day; what is spent once is spread over its days evenly')
    .option('--currency <code>', 'its currency; without it the shop’s')
    .addOption(new Option('--repeats <period>', 'how often it is spent').choices(repetitions).default('never'))
    .option(
      '--percent-of <figure>',
      'the amount is a percentage: of orderRevenue, netSales, blendedAdSpend, channel:<name>',
    )
    .addOption(new Option('--counts-as <what>', 'what it is').choices(['ad_spend', 'marketing', 'expense']))
    .option('--name <name>', 'what it was for')
    .option('--campaign <name>', 'the campaign that it belongs to')
    .option('--note <text>', 'a note for yourself')
    .action(add)
  command('import', 'import entries from a CSV file (plain or gzip); good rows go in, every other one is named')
    .argument('<file>', 'the file; `spend template` prints one to begin with')
    .option('--preview', 'only say what would happen')
    .action(importFile)
  command('remove', 'delete an entry as if it never was, or end one that comes again')
    .argument('<id>', 'the entry, as `spend list` names it')
    .option('--from-today', 'end it with yesterday: past figures stay')
    .action(remove)
  command('undo', 'take a whole file back').argument('<id>', 'the import, as `spend import` named it').action(undo)
  command('template', 'print a file to begin with').action(printTemplate)
}

async function list(options: ShopOptions): Promise<void> {
  await withShop({ name: 'spend', domain: options.shop }, async ({ run }) => {
    const { entries, imports } = await run('spend.list')
    const text =
      entries.length === 0
        ? `Nothing has been entered for ${options.shop} yet.`
        : toTable(['id', 'channel', 'name', 'days', 'amount', 'spent', 'counts as'], entries.map(toRow))
    print({ json: { entries, imports }, text }, options)
  })
}

function toRow(entry: SpendEntry) {
  const { id, channel, name, firstDay, lastDay, repeats, spent, countsAs } = entry
  const end = lastDay ?? (repeats === 'never' ? firstDay : '…')
  const days = end === firstDay ? firstDay : `${firstDay} to ${end}`
  return [id, channel, name, days, amountOf(entry), short(spent), countsAs]
}

function amountOf({ amount, percentOfLabel, currency, repeats }: SpendEntry): string {
  if (percentOfLabel !== null) return `${short(amount)} % of ${percentOfLabel}`
  return `${short(amount)} ${currency}${repeats === 'never' ? '' : ` a ${repeats}`}`
}

/** At least two decimals. */
function short(amount: string): string {
  return amount.replace(/(\.\d{2}\d*?)0+$/, '$1')
}

async function add({ shop, json, from, to, ...typed }: AddOptions): Promise<void> {
  await withShop({ name: 'spend', domain: shop }, async ({ run }) => {
    const entry = await run('spend.save', { ...typed, firstDay: from, lastDay: to }).catch(explain)
    const text = `${entry.channel}: ${amountOf(entry)} entered as ${entry.id}.`
    print({ json: entry, text }, { json: json ?? false })
  })
}

/** Throws a message with every invalid field, one per line. */
function explain(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
  const { problems, details } = error
  const wrong = Object.keys(problems).length > 0 ? problems : details
  const lines = Object.entries(wrong).map(([field, text]) => `  ${field}: ${text}`)
  throw new AppError('invalid_input', [error.message, ...lines].join('\n'), { cause: error })
}

async function importFile(file: string, options: ShopOptions & { readonly preview?: boolean }): Promise<void> {
  const typed = await readTyped(file)
  await withShop({ name: 'spend', domain: options.shop }, async ({ run }) => {
    const report = await run(options.preview ? 'spend.preview' : 'spend.import', typed)
    print({ json: report, text: describe(report, options.preview ?? false) }, options)
  })
}

function describe(report: SpendFileReport, isPreview: boolean): string {
  const { rows, entries, known, leftOut, ignored, id } = report
  const counts = `${rows} rows: ${entries} good, ${known} there already, ${leftOut} left out.`
  const done = isPreview ? 'Nothing was stored: this was a preview.' : `Import ${id ?? '(nothing to import)'}.`
  return [counts, done, ...ignoredLine(ignored), ...problemLines(report)].join('\n')
}

async function remove(id: string, options: ShopOptions & { readonly fromToday?: boolean }): Promise<void> {
  await withShop({ name: 'spend', domain: options.shop }, async ({ run }) => {
    const ends = options.fromToday === true
    await run('spend.remove', { entry: id, from: ends ? 'today' : 'ever' })
    const text = ends ? 'The entry ended yesterday.' : 'The entry is deleted; its days are out of the figures.'
    print({ json: { id, state: ends ? 'ended' : 'removed' }, text }, options)
  })
}

async function undo(id: string, options: ShopOptions): Promise<void> {
  await withShop({ name: 'spend', domain: options.shop }, async ({ run }) => {
    const { removed } = await run('spend.undo', { import: id })
    print(
      { json: { id, removed }, text: `${removed} entries are gone; figures are as if the file had never been.` },
      options,
    )
  })
}

async function printTemplate(options: ShopOptions): Promise<void> {
  await withShop({ name: 'spend', domain: options.shop }, async ({ run }) => {
    const { csv } = await run('spend.template')
    print({ json: { csv }, text: csv.trimEnd() }, options)
  })
}
