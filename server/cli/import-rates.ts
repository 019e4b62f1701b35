import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '@tillsight/core'
import { listShops } from '@tillsight/database'
import { type ImportedRates, toShop, unpackRates } from '@tillsight/domain'
import type { Command } from 'commander'
import { operator, operatorContexts } from '../contexts.ts'
import { organisationRunner } from '../people-verbs.ts'
import { createRateJobServices } from '../rates.ts'
import type { Runtime } from '../runtime.ts'
import { print } from './output.ts'
import { type CommonOptions, callerPath, withRuntime } from './session.ts'

/** A shop with orders that had waited for a rate. */
interface Rebooked {
  readonly domain: string
  readonly rebooked: number
}

interface RatesOptions extends CommonOptions {
  readonly base?: string
}

/** `import rates`, and the same as `rates import`. */
export function addRatesCommand(program: Command, name: string): void {
  program
    .command(name)
    .description(
      'import exchange rates from a file (plain or gzip): a CSV table, or XML as the central bank publishes it',
    )
    .argument('<file>', 'the file: “Date,USD,JPY,…” and a line per day')
    .option('--base <currency>', 'what its rates are quoted against', 'EUR')
    .option('--json', 'print JSON')
    .action(importFile)
}

async function importFile(file: string, { base, ...options }: RatesOptions): Promise<void> {
  const path = callerPath(file)
  const csv = await unpackRates(await readBytes(path), basename(path))
  await withRuntime('import rates', async (runtime) => {
    const run = organisationRunner(runtime, await operatorContexts(runtime).anyShop())
    const rates = await run('rates.import', { csv, base: base?.toUpperCase() })
    const shops = await rebookShops(runtime)
    const rebooked = shops.reduce((sum, shop) => sum + shop.rebooked, 0)
    print({ json: { ...rates, rebooked, shops }, text: describe(rates, shops) }, options)
  })
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new AppError('invalid_input', `The file “${path}” cannot be read. Check its name and your permission.`, {
      cause,
    })
  }
}

/** Rates are the same for all shops of the installation, and so is what waited for them. */
async function rebookShops(runtime: Runtime): Promise<Rebooked[]> {
  const rebooked: Rebooked[] = []
  const services = createRateJobServices(runtime)
  for (const row of await listShops(runtime.stores.database.kysely)) {
    const count = await services.follow(runtime.shopContext(operator, toShop(row)))
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
