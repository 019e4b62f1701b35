// Which marketing earned which orders: journeys, credit, reports.
// Must not know doors, and nothing of how visits are collected.
export * from './journeys/index.ts'
export * from './order/index.ts'
export * from './query/index.ts'
export * from './reports/index.ts'
