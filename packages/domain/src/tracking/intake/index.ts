// What the collector needs to know of a shop before anything is kept. Knows nothing of how events arrive.
export { createBuyerHash } from './buyer-hash.ts'
