// Reports on journeys (attribution.md §16, §17): what paths look like, who helps and who closes, what platforms claim.
// Must not know how journeys are worked out, nor who shows the reports.
export { ReportAnswer } from './outputs.ts'
export { type ReportKind, ReportQuestion, type ReportQuestionInput, reportKinds } from './question.ts'
export { reportAttribution } from './report-attribution.ts'
