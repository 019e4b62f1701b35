// Keeps records on disk from their acknowledgement until they are stored. Must not know what they contain.
export { type Batch, openSpool, type Spool } from './spool.ts'
