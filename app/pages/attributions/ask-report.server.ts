import type { ReportKind, ReportQueryInput, ReportResult } from '@tillsight/domain'
import { type CreditQuery, creditInput } from './query.server.ts'

/** The result of one kind of report. */
export type ReportOf<Kind extends ReportKind> = Extract<ReportResult, { readonly report: Kind }>

/** Runs a report for the page's period and attribution settings. */
export async function askReport<Kind extends ReportKind>(
  query: CreditQuery,
  report: Kind,
  more: Pick<ReportQueryInput, 'models' | 'limit'> = {},
): Promise<ReportOf<Kind>> {
  const result = await query.services.run('attribution.report', { ...creditInput(query), report, ...more })
  if (!isReport(result, report)) throw new Error(`Asked for the report ${report}, got ${result.report}.`)
  return result
}

function isReport<Kind extends ReportKind>(result: ReportResult, report: Kind): result is ReportOf<Kind> {
  return result.report === report
}
