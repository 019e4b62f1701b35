import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '@tillsight/core'
import type { AdFileReport } from '@tillsight/domain'
import type { Command } from 'commander'
import { print } from './output.ts'
import { callerPath, type ShopOptions, withShop } from './session.ts'

/** `import ads`. */
export function addAdsCommand(command: Command): void {
  command
    .command('ads')
    .description(
      'import what ads cost and returned from a CSV file (plain or gzip), a row for each day of what was spent on',
    )
    .argument('<file>', 'the file; docs/reference/ads-file.md names its columns')
    .requiredOption('--shop <domain>', 'the shop')
    .option('--json', 'print JSON')
    .action(importFile)
}

async function importFile(file: string, options: ShopOptions): Promise<void> {
  const path = callerPath(file)
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new AppError('invalid_input', `The file “${path}” cannot be read. Check its name and your permission.`, {
      cause,
    })
  })
  await withShop({ name: 'import', domain: options.shop }, async ({ run }) => {
    const report = await run('ads.import', { name: basename(path), bytes })
    print({ json: report, text: describe(report) }, options)
  })
}

function describe({ rows, days, known, leftOut, ignored, problems, problemCount }: AdFileReport): string {
  const count = (number: number) => number.toLocaleString('en')
  return [
    `${count(rows)} rows: ${count(days)} days of accounts stored, ${count(known)} there already, ${count(leftOut)} rows left out.`,
    ...(ignored.length === 0 ? [] : [`Columns that mean nothing here: ${ignored.join(', ')}.`]),
    ...problems.map(
      ({ row, field, value, problem, remedy }) => `row ${row}, ${field} “${value}”: ${problem} ${remedy}`,
    ),
    ...(problemCount > problems.length ? [`… and ${problemCount - problems.length} more.`] : []),
  ].join('\n')
}
