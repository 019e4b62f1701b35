import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '@tillsight/core'
import { listShops } from '@tillsight/database'
import { fileSource, type ImportedRates, importRates, rebookUnrated, run, toShop } from '@tillsight/domain'
import type { Command } from 'commander'
import { operator, operatorContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import { print } from './output.ts'
import { type CommonOptions, callerPath, withRuntime } from './session.ts'

/** A shop with orders that had waited for a rate. */
interface Rebooked {
  readonly domain: string
  readonly rebooked: number
}

/** `import rates`. */
export function addRatesCommand(program: Command): void {
  program
    .command('rates')
    .description(
      'import exchange rates against the euro from a CSV file (plain or gzip), as central banks publish them',
    )
    .argument('<file>', 'the file: “Date,USD,JPY,…” and a line per day')
    .option('--json', 'print JSON')
    .action(importFile)
}

async function importFile(file: string, options: CommonOptions): Promise<void> {
  const csv = await readText(callerPath(file))
  await withRuntime('import rates', async (runtime) => {
    const rates = await run(importRates, await operatorContexts(runtime).anyShop(), { csv })
    const shops = await rebookShops(runtime)
    const rebooked = shops.reduce((sum, shop) => sum + shop.rebooked, 0)
    print({ json: { ...rates, rebooked, shops }, text: describe(rates, shops) }, options)
  })
}

/** Rates are the same for all shops of the installation, and so is what waited for them. */
async function rebookShops(runtime: Runtime): Promise<Rebooked[]> {
  const rebooked: Rebooked[] = []
  for (const row of await listShops(runtime.stores.database.kysely)) {
    const count = await rebookUnrated(runtime.shopContext(operator, toShop(row)))
    if (count > 0) rebooked.push({ domain: row.domain, rebooked: count })
  }
  return rebooked
}

function describe({ rates, currencies, days, from, to }: ImportedRates, shops: readonly Rebooked[]): string {
  if (rates === 0) return 'The table holds no rates. Nothing has changed.'
  const number = (count: number) => count.toLocaleString('en')
  return [
    `${number(rates)} rates of ${number(currencies.length)} currencies on ${number(days)} days, ${from} to ${to}.`,
    ...shops.map(
      ({ domain, rebooked }) => `${domain}: ${number(rebooked)} orders that waited for a rate were looked at again.`,
    ),
  ].join('\n')
}

async function readText(path: string): Promise<string> {
  const bytes = await buffer((await fileSource(path)).open())
  const start = bytes.subarray(0, 2).toString('latin1')
  if (start === 'PK')
    throw new AppError('invalid_input', `${path} is a ZIP archive. Unpack it and import the CSV in it.`)
  const text = start === '\u001f\u008b' ? await unpack(bytes, path) : bytes
  return text.toString('utf8')
}

/** Far larger than any table of rates. */
const maxOutputLength = 100_000_000

async function unpack(bytes: Buffer, path: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength })
  } catch (cause) {
    throw new AppError('invalid_input', `${path} cannot be unpacked: it is damaged. Get it again.`, { cause })
  }
}
