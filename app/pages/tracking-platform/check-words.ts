import type { AddressCheck, FindingKind } from './check-address.ts'

/** How findings are shown. */
export const findingWords = {
  right: { label: 'Right', tone: 'good' },
  missing: { label: 'Missing', tone: 'bad' },
  misspelt: { label: 'Misspelt', tone: 'bad' },
  unfilled: { label: 'Macro not replaced', tone: 'warn' },
  empty: { label: 'Empty', tone: 'warn' },
  other: { label: 'Unexpected', tone: 'warn' },
  twice: { label: 'Twice', tone: 'bad' },
} as const satisfies Record<FindingKind, unknown>

type Reach = Extract<AddressCheck, { kind: 'checked' }>['reach']

/** What an order from such a click can be joined to. */
export const reachWords = {
  ad: { severity: 'info', text: 'An order from this click can be joined to its ad.' },
  campaign: {
    severity: 'warning',
    text: 'An order from this click can be joined to its campaign, but not to the ad.',
  },
  none: { severity: 'serious', text: 'An order from this click cannot be joined to a campaign.' },
} as const satisfies Record<Reach, unknown>
