import type { DayRange } from '@tillsight/core/days'
import { ReportQuery, reportAttribution } from '../attribution/index.ts'
import { run, type ShopContext } from '../context/index.ts'
import type { ExportRow, ExportTable } from '../exports.ts'

const columns: ExportTable['columns'] = {
  from: 'day',
  to: 'day',
  channel: 'text',
  customers: { decimals: 6 },
  days: 'whole',
  orders: { decimals: 6 },
  revenue: { decimals: 6 },
  net_revenue: { decimals: 6 },
  is_complete: 'text',
}

/** The report of cohorts as it is asked for some days. */
export function cohortsQuery(asked: Readonly<Record<string, unknown>>, { from, to }: DayRange): unknown {
  return { ...asked, from, to, report: 'cohorts' }
}

/**
 * People who first bought in the range, by the channel of their first order: a row for each number of days since then. The empty
 * channel is what is not tracked.
 */
export async function exportCohorts(
  ctx: ShopContext,
  range: DayRange,
  asked: Readonly<Record<string, unknown>>,
): Promise<ExportTable<readonly ExportRow[]>> {
  const { from, to } = range
  const report = await run(reportAttribution, ctx, ReportQuery.parse(cohortsQuery(asked, range)))
  if (report.report !== 'cohorts') throw new Error(`asked for cohorts, and got ${report.report}`)
  const rows = report.rows.flatMap(({ channel, customers, after }) =>
    after.map(({ is_complete: isComplete, ...figures }) => {
      return { from, to, channel, customers, ...figures, is_complete: isComplete ? 'yes' : 'no' }
    }),
  )
  return { columns, rows }
}
