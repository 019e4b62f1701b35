// What the product does: a folder per subject, a file per verb, pure rules beside them.
// Must not know HTTP, React, environment variables or how processes are started.
export * from './connections/index.ts'
export * from './context/index.ts'
export * from './currencies/index.ts'
export * from './customers/index.ts'
export * from './exports/index.ts'
export * from './health/index.ts'
export * from './imports/index.ts'
export * from './ledger/index.ts'
export * from './maintenance/index.ts'
export * from './reports/index.ts'
export * from './shops/index.ts'
export * from './sync/index.ts'
