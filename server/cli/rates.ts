import { keepRates, type RateNeed, type RatesView } from '@tillsight/domain'
import type { Command } from 'commander'
import { createRateJobServices } from '../rates.ts'
import { addRatesCommand } from './import-rates.ts'
import { print, toTable } from './output.ts'
import { type CommonOptions, type ShopOptions, shopOption, withRuntime, withShop } from './session.ts'

/** `rates import`, `rates fetch` and `rates show`. */
export function addRatesCommands(program: Command): void {
  const command = program.command('rates').description('exchange rates: where they come from and which ones are there')
  addRatesCommand(command, 'import')
  command
    .command('fetch')
    .description('fetch new rates from RATES_URL now; what is there stays as it is when that fails')
    .option('--json', 'print JSON')
    .action(fetchNow)
  command
    .command('show')
    .description('which currencies a shop needs, and which days have no rate')
    .requiredOption(...shopOption)
    .option('--json', 'print JSON')
    .action(show)
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
