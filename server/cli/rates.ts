import { listShops } from '@tillsight/database'
import { type ImportedRates, keepRates, type RateNeed, type RatesView, toShop, unpackRates } from '@tillsight/domain'
import type { Command } from 'commander'
import { operator, operatorContexts } from '../contexts.ts'
import { organisationRunner } from '../people-verbs.ts'
import { createRateJobServices } from '../rates.ts'
import type { Runtime } from '../runtime.ts'
import { print, toTable } from './output.ts'
import { addShopCommand, type CommonOptions, readTyped, type ShopOptions, withRuntime, withShop } from './session.ts'

/** A shop with orders that had waited for a rate. */
interface Rebooked {
  readonly domain: string
  readonly rebooked: number
}

interface RatesOptions extends CommonOptions {
  readonly base?: string
}

/** Adds `import rates`, also available as `rates import`. */
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
  const { name, bytes } = await readTyped(file)
  const csv = await unpackRates(bytes, name)
  await withRuntime('import rates', async (runtime) => {
    const run = organisationRunner(runtime, await operatorContexts(runtime).anyShop())
    const rates = await run('rates.import', { csv, base: base?.toUpperCase() })
    const shops = await rebookShops(runtime)
    const rebooked = shops.reduce((sum, shop) => sum + shop.rebooked, 0)
    print({ json: { ...rates, rebooked, shops }, text: describeImported(rates, shops) }, options)
  })
}

/** Rates apply to all shops of the installation, so waiting orders of all of them are booked. */
async function rebookShops(runtime: Runtime): Promise<Rebooked[]> {
  const rebooked: Rebooked[] = []
  const services = createRateJobServices(runtime)
  for (const row of await listShops(runtime.stores.database.kysely)) {
    const count = await services.follow(runtime.shopContext(operator, toShop(row)))
    if (count > 0) rebooked.push({ domain: row.domain, rebooked: count })
  }
  return rebooked
}

function describeImported({ rates, currencies, days, from, to }: ImportedRates, shops: readonly Rebooked[]): string {
  if (rates === 0) return 'The table holds no rates. Nothing has changed.'
  const number = (count: number) => count.toLocaleString('en')
  return [
    `${number(rates)} rates of ${number(currencies.length)} currencies on ${number(days)} days, ${from} to ${to}.`,
    ...shops.map(
      ({ domain, rebooked }) => `${domain}: ${number(rebooked)} orders that waited for a rate were looked at again.`,
    ),
  ].join('\n')
}

/** `rates import`, `rates fetch` and `rates show`. */
export function addRatesCommands(program: Command): void {
  const command = program.command('rates').description('exchange rates: where they come from and which ones are there')
  addRatesCommand(command, 'import')
  command
    .command('fetch')
    .description('fetch new rates from RATES_URL now; what is there stays as it is when that fails')
    .option('--json', 'print JSON')
    .action(fetchNow)
  addShopCommand(command, 'show', 'which currencies a shop needs, and which days have no rate').action(show)
}

async function fetchNow(options: CommonOptions): Promise<void> {
  await withRuntime('rates fetch', async (runtime) => {
    const services = createRateJobServices(runtime)
    const outcome = await keepRates(services, { force: true })
    const text =
      services.source === null
        ? 'Rates are not fetched here: RATES_URL is off. Import a file: `tillsight rates import FILE`.'
        : outcome === undefined
          ? 'There is no shop yet, so no rate is needed.'
          : `${outcome.changed.toLocaleString('en')} new rates; the last day is ${outcome.lastDay ?? 'not known'}.`
    print({ json: { source: services.source?.url ?? null, ...outcome }, text }, options)
  })
}

async function show(options: ShopOptions): Promise<void> {
  await withShop({ name: 'rates', domain: options.shop }, async ({ runtime, run }) => {
    const source = runtime.config.rates?.url ?? ''
    const rates = await run('rates.show', { source })
    print({ json: { source: source === '' ? null : source, ...rates }, text: describe(rates, source) }, options)
  })
}

function describe({ lastDay, fetchedAt, problem, needs, shopCurrency }: RatesView, source: string): string {
  const from = source === '' ? 'Not fetched by itself (RATES_URL=off).' : `Fetched from ${source}.`
  const last = lastDay === null ? 'There are no rates yet.' : `The last day with rates is ${lastDay}.`
  const when = fetchedAt === null ? '' : ` Last fetched ${fetchedAt.slice(0, 16).replace('T', ' ')} UTC.`
  const rows = needs.flatMap((need) => need.uses.map((use) => toRow(need, use)))
  const table =
    rows.length === 0
      ? `Everything of this shop is in ${shopCurrency}: it needs no rates.`
      : toTable(['currency', 'for', 'from', 'to', 'days without a rate', 'orders that wait', 'last rate'], rows)
  return [`${from}${when}`, last, ...(problem === null ? [] : [problem]), table].join('\n')
}

function toRow({ currency, lastDay }: RateNeed, { what, from, to, missingDays, waiting }: RateNeed['uses'][number]) {
  return [currency, what, from, to, missingDays, waiting, lastDay]
}
