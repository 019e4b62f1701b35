import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '@tillsight/core'
import type { TouchFileReport } from '@tillsight/domain'
import type { Command } from 'commander'
import { print, toTable } from './output.ts'
import { callerPath, type ShopOptions, shopOption, withShop } from './session.ts'

interface TouchOptions extends ShopOptions {
  readonly preview?: boolean
}

/** `import touches`. */
export function addTouchesCommand(command: Command): void {
  command
    .command('touches')
    .description('import marketing contacts from a CSV file (plain or gzip); good rows go in, every other one is named')
    .argument('<file>', 'the file')
    .requiredOption(...shopOption)
    .option('--preview', 'only say what would happen')
    .option('--json', 'print JSON')
    .action(importFile)
}

async function importFile(file: string, options: TouchOptions): Promise<void> {
  const path = callerPath(file)
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new AppError('invalid_input', `The file “${path}” cannot be read. Check its name and your permission.`, {
      cause,
    })
  })
  await withShop({ name: 'import', domain: options.shop }, async ({ run }) => {
    const report = await run(options.preview ? 'touches.preview' : 'touches.import', { name: basename(path), bytes })
    print({ json: report, text: describe(report, options.preview ?? false) }, options)
  })
}

function describe(report: TouchFileReport, isPreview: boolean): string {
  const { rows, touches, known, leftOut, channels, problems, problemCount, ignored } = report
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
    ...(ignored.length === 0 ? [] : [`Columns that mean nothing here: ${ignored.join(', ')}.`]),
    ...problems.map(
      ({ row, field, value, problem, remedy }) => `row ${row}, ${field} “${value}”: ${problem} ${remedy}`,
    ),
    ...(problemCount > problems.length ? [`… and ${problemCount - problems.length} more.`] : []),
  ].join('\n')
}
