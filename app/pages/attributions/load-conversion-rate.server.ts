import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import { type FigureFormat, figureText, rangeText, signedText } from '../../format/index.ts'
import { askReport, type ReportOf } from './ask-report.server.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { ConversionRateModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'
import { sayIn } from './words.server.ts'
import type { SayAttribution } from './words.ts'

/** Effect of channels on the conversion rate of journeys. */
export async function loadConversionRate(query: CreditQuery): Promise<ConversionRateModel> {
  const report = await askReport(query, 'conversion_rate')
  return printRates(report, { format: formatOf(query, report.currency), say: sayIn(query) })
}

/** Rates with bars on both sides of zero, as shares of the range from the smallest to the largest value. */
export function printRates(
  { rows, form, days, journeys }: Pick<ReportOf<'conversion_rate'>, 'rows' | 'form' | 'days' | 'journeys'>,
  { format, say }: { readonly format: FigureFormat; readonly say: SayAttribution },
): ConversionRateModel {
  const { channel: nameOf } = creditNames(format.language ?? 'en')
  const values = rows.map(({ effect, orders }) => effect ?? orders ?? 0)
  const least = Math.min(0, ...values)
  const whole = Math.max(0, ...values) - least
  const place = (value: number) => (whole > 0 ? Math.round(((value - least) / whole) * 1000) / 1000 : 0)
  const inWords = (count: number) => say('printed.journeys', { count, journeys: figureText(count, 'count', format) })
  return {
    journeys: inWords(journeys),
    days: rangeText(days, format.language),
    isOfOrders: form === 'closed',
    zero: place(0),
    rows: rows.map(({ channels, journeys: own, effect, orders }, index) => {
      const value = values[index] ?? 0
      return {
        key: channels.join(' '),
        label: channels.length === 1 ? channels.map(nameOf).join() : say('printed.pooled'),
        pooled: channels.length === 1 ? '' : listText(channels.map(nameOf), format),
        text:
          effect === null
            ? say('printed.orders', { count: orders ?? 0, orders: ordersText(orders, format) })
            : signedText(effect, 'fine points', format),
        journeys: inWords(own),
        from: place(Math.min(0, value)),
        to: place(Math.max(0, value)),
        isNegative: value < 0,
      }
    }),
  }
}

function listText(names: readonly string[], { language = 'en' }: FigureFormat): string {
  return new Intl.ListFormat(language, { type: 'unit' }).format(names)
}
