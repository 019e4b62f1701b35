import type { AdStatus } from './model.ts'

/** The platforms' statuses, in the order of the filter. */
export const statuses = [
  'active',
  'paused',
  'inactive',
  'in_review',
  'rejected',
  'removed',
] as const satisfies readonly AdStatus[]

/** How the badges of statuses look. */
export const statusTones = {
  active: 'good',
  paused: 'neutral',
  inactive: 'neutral',
  in_review: 'warn',
  rejected: 'bad',
  removed: 'neutral',
} as const satisfies Record<AdStatus, string>
