import { AppError, formatAmount, parseAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { NumberChangeView } from '@tillsight/domain'
import type { Command } from 'commander'
import { type Cell, print, toTable } from './output.ts'
import { parseDayOption, type ShopOptions, shopOption, withShop } from './session.ts'

interface ChangesOptions extends ShopOptions {
  readonly from: Day
  readonly to: Day
}

/** `changes`: what moved figures of past days, and which channels credit moved between. */
export function addChangesCommand(program: Command): void {
  program
    .command('changes')
    .description('list what moved figures and credit of past days, the last seen first')
    .requiredOption(...shopOption)
    .requiredOption('--from <day>', 'first shop day whose figures moved', parseDayOption)
    .requiredOption('--to <day>', 'last shop day, included', parseDayOption)
    .option('--json', 'print JSON')
    .action(changes)
}

const rowsAtOnce = 500

async function changes(options: ChangesOptions): Promise<void> {
  const { shop, from, to } = options
  if (from > to) throw new AppError('invalid_input', `--from ${from} is after --to ${to}. Give the earlier day first.`)
  await withShop({ name: 'changes', domain: shop }, async ({ ctx, run }) => {
    const found: NumberChangeView[] = []
    let cursor: string | undefined
    do {
      const asked = { from, to, limit: rowsAtOnce }
      const page = await run('numbers.changes', { ...asked, ...(cursor === undefined ? {} : { cursor }) })
      found.push(...page.changes)
      cursor = page.cursor
    } while (cursor !== undefined)
    const { currency } = ctx.shop
    print({ json: { currency, changes: found }, text: describe(found, currency) }, options)
  })
}

function describe(found: readonly NumberChangeView[], currency: string): string {
  const figures = found.filter(({ credit }) => credit === null)
  const parts = [
    ...found.flatMap((change) => sentenceOf(change, currency) ?? []),
    ...(figures.length === 0
      ? []
      : [toTable(['day', 'figure', 'of', 'cause', 'before', 'after', 'change'], figures.map(toCells))]),
  ]
  return parts.length === 0 ? 'No figure of these days has moved since the days were over.' : parts.join('\n')
}

/** `12 orders of 2026-03-03 moved 1,240.00 EUR from direct to paid_social because of late identification.` */
function sentenceOf({ day, credit, difference }: NumberChangeView, currency: string): string | undefined {
  if (credit === null) return undefined
  const { orders, from, to, because } = credit
  const [left, gained] = [from ?? 'not tracked', to ?? 'not tracked']
  return `${orders} ${orders === 1 ? 'order' : 'orders'} of ${day} moved ${money(difference)} ${currency} from ${left} to ${gained} because of ${because.replaceAll('_', ' ')}.`
}

function toCells(change: NumberChangeView): Cell[] {
  const { day, metric, orderName, account, cause, before, after, difference } = change
  const of = account ? `${account.name} (${account.currency})` : orderName
  return [day, metric, of, cause.replaceAll('_', ' '), money(before), money(after), money(difference)]
}

function money(amount: string): string {
  return formatAmount(parseAmount(amount), 2)
}
