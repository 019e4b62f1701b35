import type { ReportQuery } from './report-query.ts'

/** One asynchronous report. */
export interface Task {
  readonly id: string
  readonly query: ReportQuery
  readonly format: string
  readonly createdAt: number
  /** How it ends instead of well. */
  readonly ends: 'FAILED' | 'CANCELED' | undefined
  isCanceled: boolean
}
