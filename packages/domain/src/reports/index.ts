// Questions about a shop's figures and their answers. Must not know how facts came in, nor who shows the answers.
export { describeMetrics } from './describe-metrics.ts'
export { getOrder } from './get-order.ts'
export { ListRowsInput, listRows } from './list-rows.ts'
export { FigureAnswer, MetricAnswer, OrderAnswer } from './outputs.ts'
export { readFirstDay } from './read-first-day.ts'
export { runQuery } from './run-query.ts'
