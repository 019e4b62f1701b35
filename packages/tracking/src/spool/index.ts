// Keeps records on disk from their acknowledgement until they are stored. Must not know what they contain.
export { type Batch, openSpool, readRecords, type Spool, type Stretch } from './spool.ts'
export type { Position } from './writer.ts'
