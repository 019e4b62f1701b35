import { channelName } from '../../blocks/credit/channels.ts'
import { type FigureFormat, figureText, rangeText, signedText } from '../../format/index.ts'
import { askReport, type ReportOf } from './ask-report.server.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { ConversionRateModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'

/** Effect of channels on the conversion rate of journeys. */
export async function loadConversionRate(query: CreditQuery): Promise<ConversionRateModel> {
  const report = await askReport(query, 'conversion_rate')
  return printRates(report, formatOf(query, report.currency))
}

/** Rates with bars on both sides of zero, as shares of the range from the smallest to the largest value. */
export function printRates(
  { rows, reason, days, journeys }: Pick<ReportOf<'conversion_rate'>, 'rows' | 'reason' | 'days' | 'journeys'>,
  format: FigureFormat,
): ConversionRateModel {
  const values = rows.map(({ effect, orders }) => effect ?? orders ?? 0)
  const least = Math.min(0, ...values)
  const whole = Math.max(0, ...values) - least
  const place = (value: number) => (whole > 0 ? Math.round(((value - least) / whole) * 1000) / 1000 : 0)
  return {
    journeys: figureText(journeys, 'count', format),
    days: rangeText(days, format.language),
    reason,
    zero: place(0),
    rows: rows.map(({ channels, journeys: own, effect, orders }, index) => {
      const value = values[index] ?? 0
      return {
        key: channels.join(' '),
        label: channels.length === 1 ? channels.map(channelName).join() : 'The rarest channels together',
        pooled: channels.length === 1 ? '' : channels.map(channelName).join(', '),
        text: effect === null ? `${ordersText(orders, format)} orders` : signedText(effect, 'fine points', format),
        journeys: figureText(own, 'count', format),
        from: place(Math.min(0, value)),
        to: place(Math.max(0, value)),
        isNegative: value < 0,
      }
    }),
  }
}
