import type { ReportAnswer, ReportKind, ReportQuestionInput } from '@tillsight/domain'
import { type CreditQuestion, creditInput } from './question.server.ts'

/** The result of one kind of report. */
export type ReportOf<Kind extends ReportKind> = Extract<ReportAnswer, { readonly report: Kind }>

/** Runs a report for the page's period and attribution settings. */
export async function askReport<Kind extends ReportKind>(
  question: CreditQuestion,
  report: Kind,
  more: Pick<ReportQuestionInput, 'models' | 'limit'> = {},
): Promise<ReportOf<Kind>> {
  const answer = await question.services.run('attribution.report', { ...creditInput(question), report, ...more })
  if (!isReport(answer, report)) throw new Error(`Asked for the report ${report}, got ${answer.report}.`)
  return answer
}

function isReport<Kind extends ReportKind>(answer: ReportAnswer, report: Kind): answer is ReportOf<Kind> {
  return answer.report === report
}
