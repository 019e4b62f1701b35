import { addDecimals, formatAmount, parseAmount } from '@tillsight/core'
import { countDays } from '@tillsight/core/days'
import { type DayComparison, type NumberChangeView, reconcileNow } from '@tillsight/domain'
import type { Command } from 'commander'
import { type Cell, createProgress, print, toTable } from './output.ts'
import { assertInOrder, type DaysOptions, parseDayOption, shopOption, withShop } from './session.ts'

/** `reconcile`: our figures beside the store's own report, with the orders behind every difference. */
export function addReconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description("compare a shop's figures with its store's own report, order by order")
    .requiredOption(...shopOption)
    .requiredOption('--from <day>', 'first shop day', parseDayOption)
    .requiredOption('--to <day>', 'last shop day, included; days that are not over are left out', parseDayOption)
    .option('--json', 'print JSON')
    .action(reconcile)
}

async function reconcile(options: DaysOptions): Promise<void> {
  const { shop, from, to } = options
  assertInOrder(options)
  await withShop({ name: 'reconcile', domain: shop }, async ({ ctx }) => {
    const show = createProgress('days compared')
    const { label, notes, days } = await reconcileNow(ctx, {
      range: { from, to },
      signal: new AbortController().signal,
      onProgress: async ({ done, total }) => show(done, total),
    })
    const { currency } = ctx.shop
    print({ json: { currency, label, notes, days }, text: describe({ label, notes, days, currency }) }, options)
  })
}

interface Found {
  readonly label: string
  readonly notes: readonly string[]
  readonly days: readonly DayComparison[]
  readonly currency: string
}

function describe({ label, notes, days, currency }: Found): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last)
    return 'None of these days is loaded yet, so there is nothing to compare. Try again when the import is done.'
  const head = `${countDays({ from: first.day, to: last.day })} days in ${currency}, beside ${label}`
  const differing = days.flatMap((day) =>
    day.orders.map((order): Cell[] => [
      day.day,
      order.name,
      order.cause.replaceAll('_', ' '),
      money(order.ours),
      money(order.theirs),
      money(order.difference),
    ]),
  )
  const more = days.reduce((sum, { moreOrders }) => sum + moreOrders, 0)
  const orders =
    differing.length === 0
      ? 'No order differs by more than the smallest coin.'
      : toTable(['day', 'order', 'cause', 'ours', 'theirs', 'difference'], differing)
  return [
    head,
    toTable(['day', 'state', 'orders', 'theirs', 'total sales', 'theirs', 'difference', 'because'], days.map(dayRow)),
    orders,
    ...(more > 0 ? [`${more} more orders differ and are not listed.`] : []),
    ...notes,
  ].join('\n\n')
}

function dayRow({ day, state, figures, causes }: DayComparison): Cell[] {
  const { orders, totalSales } = figures
  const reasons = causes.filter(({ cause, total }) => cause !== 'definition' || parseAmount(total) !== 0n)
  return [
    day,
    state,
    Number(orders.ours),
    orders.theirs === null ? null : Number(orders.theirs),
    money(totalSales.ours),
    money(totalSales.theirs),
    money(addDecimals(reasons.map(({ total }) => total))),
    reasons.map(({ cause, total }) => `${cause.replaceAll('_', ' ')} ${money(total)}`).join(', '),
  ]
}

function money(amount: string | null): string | null {
  return amount === null ? null : formatAmount(parseAmount(amount), 2)
}

/** Adds `changes`: restatements of past days, and attribution that moved between channels. */
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

async function changes(options: DaysOptions): Promise<void> {
  const { shop, from, to } = options
  assertInOrder(options)
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
    print({ json: { currency, changes: found }, text: describeChanges(found, currency) }, options)
  })
}

function describeChanges(found: readonly NumberChangeView[], currency: string): string {
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
