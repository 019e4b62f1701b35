import { AppError } from '@tillsight/core'
import { type Role, roles } from '../inputs/index.ts'
/** Everything that somebody may be allowed to do. A verb names the one it needs. */
export const permissions = [
  /** Deal with what is a person's own, whatever they belong to. */
  'self',
  'organisation:write',
  'shops:read',
  'shops:write',
  'members:read',
  'members:write',
  'connections:read',
  'connections:write',
  'sync:run',
  'imports:write',
  'metrics:read',
  /** Enter what is spent on channels without a connector. */
  'spend:write',
  'orders:read',
  /** Leave notes on days that everybody sees. */
  'annotations:write',
  'records:write',
  'rates:write',
  'health:read',
  'health:write',
  /** Hand over, and erase, what is held about one customer of a shop. */
  'customers:export',
  'customers:erase',
  'keys:write',
  /** Arrange how visits are tracked, what channels they are of, what is sent to ad platforms, and what buyers are asked. */
  'tracking:write',
] as const
/** One of {@link permissions}. */
export type Permission = (typeof permissions)[number]

/** What a person may do outside of any organisation. */
export const selfPermissions = ['self'] as const satisfies readonly Permission[]
const reading = [
  ...selfPermissions,
  'shops:read',
  'metrics:read',
  'health:read',
  // How fresh and how complete a figure is, is part of it.
  'connections:read',
] as const satisfies readonly Permission[]
const analysing = [
  ...reading,
  'orders:read',
  'members:read',
  'annotations:write',
] as const satisfies readonly Permission[]
/** Raw records are written by connectors and imports only; reference rates are the same for everybody's shops. */
const beyondRoles: readonly Permission[] = ['records:write', 'rates:write']
const administering = permissions.filter((permission) => !beyondRoles.includes(permission))

/** What each role of a person may do in the organisation where they hold it. */
export const rolePermissions = {
  owner: administering,
  admin: administering.filter((permission) => permission !== 'members:write'),
  analyst: analysing,
  viewer: reading,
} as const satisfies Record<Role, readonly Permission[]>

/** Reads a stored role. */
export function toRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new AppError('internal', `“${text}” is stored as a role, and there is no such role`)
  return role
}
