import { isAppError } from '@tillsight/core'
import type { ReportAnswer, ReportKind, ReportQuestionInput } from '@tillsight/domain'
import type { Part } from './model.ts'
import { type CreditQuestion, creditInput } from './question.server.ts'

/** The answer of one report. */
export type ReportOf<Kind extends ReportKind> = Extract<ReportAnswer, { readonly report: Kind }>

/** Asks for a report of the page's days and configuration. */
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

/** A part of the page that the others can do without: what people can act on is said in its place. */
export async function partOf<Model>(load: () => Promise<Model>): Promise<Part<Model>> {
  try {
    return { state: 'ready', model: await load() }
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    return { state: 'failed', message: failure.message }
  }
}
