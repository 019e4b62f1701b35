import type { Scope } from '@tillsight/domain'

/** Keys of an organisation, with days printed. */
export interface KeysModel {
  readonly keys: readonly KeyModel[]
  readonly shops: readonly { readonly domain: string; readonly name: string }[]
}

export interface KeyModel {
  readonly id: string
  readonly name: string
  /** The first characters, and that there are more. */
  readonly prefix: string
  readonly scopes: readonly string[]
  /** `All shops`, or their domains. */
  readonly shops: string
  readonly networks: readonly string[]
  readonly state: 'active' | 'expired' | 'revoked'
  /** `Created by Ada on 2 Nov 2026` */
  readonly created: string
  /** `Never used`, or the hour. */
  readonly used: string
  /** `Expires on 2 Nov 2027`, `Never expires` … */
  readonly end: string
  readonly isEndless: boolean
  /** Name of the key that it replaces, while that still works. */
  readonly replaces: string | null
}

/** A key that was just created, with examples of its use. */
export interface NewKeyModel {
  readonly name: string
  readonly key: string
  readonly examples: readonly { readonly label: string; readonly code: string }[]
}

/** What the form for a key was filled in with. */
export interface TypedKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly shops: readonly string[]
  readonly days: string
  readonly networks: string
}

/** Why a form was rejected, and the values entered. */
export interface KeysFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: TypedKey
}

/** The scopes that can be chosen, with what each opens. */
export const scopeChoices = [
  { scope: 'metrics:read', means: 'Figures and breakdowns, and how fresh they are' },
  { scope: 'orders:read', means: 'Single orders, and the orders behind a figure' },
  { scope: 'attribution:read', means: 'Which channels, campaigns and ads earned orders' },
  { scope: 'costs:read', means: 'What things cost, and profit' },
  { scope: 'costs:write', means: 'Enter and change costs and custom spend' },
  { scope: 'health:read', means: 'Open findings about the data' },
  { scope: 'exports:run', means: 'Define exports, run them and have their files; what is in one needs its own scope' },
  { scope: 'events:write', means: 'Send events from the shop’s own server' },
] as const satisfies readonly { scope: Scope; means: string }[]

/** How long a key can work. */
export const lives = [
  { days: '30', label: '30 days' },
  { days: '90', label: '90 days' },
  { days: '365', label: 'One year' },
  { days: 'never', label: 'Until it is revoked' },
] as const

/** What the form shows at first. */
export const untyped: TypedKey = { name: '', scopes: ['metrics:read'], shops: [], days: '365', networks: '' }
