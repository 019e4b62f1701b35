import { channelName } from '../../blocks/credit/channels.ts'
import { figureText } from '../../format/index.ts'
import { askReport } from './ask-report.server.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { CohortsModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'

/** Repeat purchases of customers, by the channel that acquired them. */
export async function loadCohorts(query: CreditQuery): Promise<CohortsModel> {
  const report = await askReport(query, 'cohorts')
  const format = formatOf(query, report.currency)
  const days = report.rows[0]?.after.map((point) => point.days) ?? []
  return {
    days: days.map((count) => (count === 0 ? 'First order' : `After ${count} days`)),
    rows: report.rows.map(({ channel, customers, after }) => ({
      key: channel || '(not_tracked)',
      label: channel === '' ? 'Not tracked' : channelName(channel),
      customers: ordersText(customers, format),
      cells: after.map(({ revenue, is_complete: isComplete }) => ({
        text: figureText(revenue, 'money', format),
        isOpen: !isComplete,
      })),
    })),
  }
}
