// What profit needs besides orders: what the orders already tell of each kind of cost, and what is not known.
// Knows no stored cost, because there is none, and therefore prints no profit.
export { CostKinds, CostKindsFailed, CostKindsSkeleton } from './cost-kinds.tsx'
export { FeeSources } from './fee-sources.tsx'
export { NoCostsNote } from './no-costs-note.tsx'
