import type { Permission } from './permissions.ts'

/** What a key of the API may be given. */
export const scopes = [
  'metrics:read',
  'orders:read',
  'customers:read',
  'attribution:read',
  'costs:read',
  'costs:write',
  'imports:write',
  'events:write',
  'health:read',
  'exports:run',
] as const

/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number]

/** The permissions of each scope. Those without any open nothing in this version. */
const scopePermissions: Readonly<Record<Scope, readonly Permission[]>> = {
  // The freshness and completeness of a figure are part of it.
  'metrics:read': ['metrics:read', 'connections:read'],
  'orders:read': ['orders:read'],
  'customers:read': [],
  'attribution:read': ['attribution:read'],
  'costs:read': ['costs:read'],
  'costs:write': ['costs:write', 'spend:write'],
  'imports:write': [],
  'events:write': ['events:write'],
  'health:read': ['health:read'],
  'exports:run': ['exports:write'],
}

/** The scopes that open something in this version. */
export const usefulScopes: readonly Scope[] = scopes.filter((scope) => scopePermissions[scope].length > 0)

/** What an assistant that somebody connects may be given: nothing that writes. */
export const assistantScopes: readonly Scope[] = [
  'metrics:read',
  'orders:read',
  'attribution:read',
  'health:read',
  'costs:read',
]

/** The permissions of a key with these scopes: it also learns the names of its shops. */
export function keyPermissions(given: readonly Scope[]): readonly Permission[] {
  return ['shops:read', ...new Set(given.flatMap((scope) => scopePermissions[scope]))]
}

/** The scope that includes the permission; undefined for what no key may do. */
export function scopeOf(permission: Permission): Scope | undefined {
  return scopes.find((scope) => scopePermissions[scope].includes(permission))
}
