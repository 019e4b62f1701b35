import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { figureOf, type PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { layOutWaterfall } from '../../charts/waterfall-steps.ts'
import { axisText, type FigureFormat, figureText, toNumber } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CauseModel, ExplanationModel, PartRow } from './model.ts'

type Explanation = Awaited<ReturnType<typeof ask>>

const hints = {
  orders: 'More or fewer orders, at the old basket, margin and cost.',
  basket: 'Net sales of an order.',
  margin: 'Share of net sales that is left after the cost of goods.',
  charges: 'Shipping and charges that buyers paid.',
  variable: 'Handling, shipping, fees and returns of an order, less what buyers paid for shipping.',
  marketing: 'Ads and other marketing.',
  fixed: 'Expenses that belong to no order.',
} as const

const titles = { product: 'By product', sales_channel: 'By sales channel', customer_class: 'By customers' } as const

/** Why profit changed against the comparison; null where a period shows no profit. */
export async function loadExplanation({ services, ask: askFor }: PageQuery): Promise<ExplanationModel | null> {
  const asked = askFor(['netProfit'])
  if (asked.compare === undefined) return null
  const found = await ask(services, asked, asked.compare)
  if (found.of === null) return null
  const format = { ...services.shop.display, language: 'en' as const, currency: found.currency }
  const signed = (amount: string) => `${Number(amount) > 0 ? '+' : ''}${figureText(amount, 'money', format)}`
  const t = textFor('en')
  const told = found.causes.map(({ cause, metric, amount }): CauseModel => {
    return { key: cause, label: t(`cause.${cause}`), hint: hints[cause], open: metric, text: signed(amount) }
  })
  return {
    sentence: sentenceOf(found, services, format),
    causes: told,
    waterfall: waterfallOf(found, told, format),
    causeHeads: ['Change', ...told.slice(0, 4).map(({ label }) => label)],
    parts: found.by.map(({ dimension, rows, rest }) => ({
      key: dimension,
      title: titles[dimension],
      rows: [
        ...rows.map(
          ({ value, name, change, causes: own }): PartRow => ({
            key: value,
            label: labelOf({ dimension, value, given: name, language: 'en' }),
            filter: { dimension, value },
            cells: [change, ...own.map(({ amount }) => amount)].map(signed),
          }),
        ),
        ...(rest.rows > 0 || Math.abs(Number(rest.change)) >= 0.005
          ? [{ key: '(rest)', label: 'All others', filter: null, cells: [signed(rest.change), '', '', '', ''] }]
          : []),
      ],
    })),
  }
}

type Asked = Pick<ReturnType<PageQuery['ask']>, 'from' | 'to' | 'filters' | 'currency'>

function ask({ run }: Pick<ShopServices, 'run'>, { from, to, filters, currency }: Asked, compare: Compared) {
  return run('profit.explain', { from, to, compare, ...(filters && { filters }), ...(currency && { currency }) })
}

type Compared = NonNullable<ReturnType<PageQuery['ask']>['compare']>

function endsOf({ ladder, of }: Explanation) {
  return ladder.find(({ metric }) => metric === of)
}

function sentenceOf(found: Explanation, services: PageQuery['services'], format: FigureFormat): string {
  const { now, before, change } = endsOf(found) ?? {}
  const label = figureOf(services)(found.of ?? 'netProfit').label
  const money = (amount: string | null | undefined, bound = found.bounds.now) =>
    figureText(amount, 'money', { ...format, bound })
  const verb = Number(change) === 0 ? 'stayed as it was' : Number(change) > 0 ? 'rose' : 'fell'
  const difference = figureText((change ?? '0').replace('-', ''), 'money', format)
  return `${label} ${verb} by ${difference}, from ${money(before, found.bounds.before)} to ${money(now)}.`
}

function waterfallOf(found: Explanation, told: readonly CauseModel[], format: FigureFormat) {
  const ends = endsOf(found)
  const [before, now] = [toNumber(ends?.before), toNumber(ends?.now)]
  if (before === null || now === null) return null
  const whole = (value: number) => figureText(value.toFixed(6), 'money', { ...format, decimals: 0 })
  return layOutWaterfall(
    [
      { key: 'before', label: 'Before', text: whole(before), value: before, isSum: true },
      ...found.causes.map(({ cause, amount }, index) => ({
        key: cause,
        label: told[index]?.label ?? cause,
        text: `${Number(amount) > 0 ? '+' : ''}${whole(Number(amount))}`,
        value: Number(amount),
      })),
      { key: 'now', label: 'Now', text: whole(now), value: now, isSum: true },
    ],
    (value) => axisText(value, 'money', format),
  )
}
