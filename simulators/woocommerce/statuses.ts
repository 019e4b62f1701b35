import type { FakeSite } from './options.ts'

const coreStatuses: Readonly<Record<string, string>> = {
  pending: 'Pending payment',
  processing: 'Processing',
  'on-hold': 'On hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  failed: 'Failed',
  'checkout-draft': 'Draft',
}

/** Statuses that `any` does not mean. */
export const hiddenStatuses: readonly string[] = ['trash', 'auto-draft']

/** Every order status the admin shows, by slug. */
export function namedStatuses(site: FakeSite): Readonly<Record<string, string>> {
  return { ...coreStatuses, ...site.customStatuses }
}

/** Every slug the store accepts. */
export function statusSlugs(site: FakeSite): string[] {
  return [...Object.keys(namedStatuses(site)), ...hiddenStatuses]
}
