import type { AdStatus } from './model.ts'

/** Labels for the platforms' statuses, in the order of the filter. */
export const statuses = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'neutral' },
  inactive: { label: 'Not running', tone: 'neutral' },
  in_review: { label: 'In review', tone: 'warn' },
  rejected: { label: 'Rejected', tone: 'bad' },
  removed: { label: 'Removed', tone: 'neutral' },
} as const satisfies Record<AdStatus, unknown>
