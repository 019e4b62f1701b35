// Metric queries and their results. Must not know how facts came in, nor who shows the results.

export { type ClaimRuleView, claimRules } from './claim-rules.ts'
export { describeMetrics } from './describe-metrics.ts'
export { getUsage } from './get-usage.ts'
export { listOrigins, type OriginsResult } from './list-origins.ts'
export { ListRowsInput, listRows } from './list-rows.ts'
export { type FigureResult, MetricAnswer } from './outputs.ts'
export { assertSeesProfit, assertShown, seesProfit } from './profit-rights.ts'
export { askFigures, figuresPlace, readFactsVersion, readFirstDay, runQuery } from './run-query.ts'
export { loadStatus } from './scope.ts'
export { loadSources } from './sources.ts'
