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

/** The scopes that can be chosen. */
export const scopeChoices = [
  'metrics:read',
  'orders:read',
  'attribution:read',
  'costs:read',
  'costs:write',
  'health:read',
  'exports:run',
  'events:write',
] as const satisfies readonly Scope[]

/** How long a key can be valid, in days. */
export const lives = ['30', '90', '365', 'never'] as const

/** What the form shows at first. */
export const untyped: TypedKey = { name: '', scopes: ['metrics:read'], shops: [], days: '365', networks: '' }
