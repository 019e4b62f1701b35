import { formatAmount, parseAmount } from '@tillsight/core'
import { requestedModels, type SurveyReport } from '@tillsight/domain'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Cell, print, toTable } from './output.ts'
import { type DaysOptions, parseDayOption, shopOption, withShop } from './session.ts'

interface ReportOptions extends DaysOptions {
  readonly wording?: number
  readonly model: (typeof requestedModels)[number]
}

/** Adds `survey report`: survey responses beside attribution. */
export function addSurveyCommands(program: Command): void {
  const group = program.command('survey').description('the question to buyers after an order')
  group
    .command('report')
    .description('count the answers to one wording, with intervals, beside the credit that clicks give')
    .requiredOption(...shopOption)
    .requiredOption('--from <day>', 'first shop day of the orders', parseDayOption)
    .requiredOption('--to <day>', 'last shop day, included', parseDayOption)
    .option('--wording <number>', 'version of the question; the newest one that was answered when absent', toNumber)
    .addOption(
      new Option('--model <model>', 'how clicks share out orders').choices(requestedModels).default('last_non_direct'),
    )
    .option('--json', 'print JSON')
    .action(report)
}

function toNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected the number of a version such as 2.')
}

async function report(options: ReportOptions): Promise<void> {
  const { shop, from, to, wording, model } = options
  await withShop({ name: 'survey report', domain: shop }, async ({ run }) => {
    const asked = { from, to, model, ...(wording === undefined ? {} : { version: wording }) }
    const found = await run('survey.report', asked)
    print({ json: found, text: describe(found) }, options)
  })
}

function describe({
  version,
  versions,
  orders,
  answers,
  skipped,
  responseRate,
  rows,
  channels,
  warnings,
}: SurveyReport) {
  const text = versions.find((known) => known.version === version)?.text
  const header = ['answers', 'share', 'from', 'to', 'by clicks', 'gap']
  return [
    text === undefined ? 'The shop has never asked.' : `Version ${version}: ${text}`,
    `${answers} of ${orders} orders were answered about (${percent(responseRate) ?? 'none'}), ${skipped} skipped the question.`,
    '',
    toTable(
      ['answer', 'channel', ...header],
      rows.map((row) => [row.label, row.channel, ...toCells(row)]),
    ),
    '',
    toTable(
      ['channel', ...header],
      channels.map((row) => [row.channel, ...toCells(row)]),
    ),
    ...warnings,
  ].join('\n')
}

type Counted = Pick<SurveyReport['channels'][number], 'answers' | 'share' | 'low' | 'high' | 'attributedShare' | 'gap'>

function toCells({ answers, share, low, high, attributedShare, gap }: Counted): Cell[] {
  return [answers, ...[share, low, high, attributedShare, gap].map(percent)]
}

/** As a percentage with one digit; null stays unknown. */
function percent(part: number | null): string | null {
  return part === null ? null : `${formatAmount(parseAmount((part * 100).toFixed(6)), 1)}%`
}
