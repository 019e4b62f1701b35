// Keeps records on disk from when they are answered for until they are stored. Must not know what stands in them.
export { type Batch, openSpool, type Spool } from './spool.ts'
