/** Everything that somebody may be allowed to do. A verb names the one it needs. */
export const permissions = [
  'shops:read',
  'shops:write',
  'members:read',
  'members:write',
  'connections:read',
  'connections:write',
  'sync:run',
  'imports:write',
  'metrics:read',
  'orders:read',
  'records:write',
  'rates:write',
  'health:read',
  'health:write',
  'keys:write',
] as const
/** One of {@link permissions}. */
export type Permission = (typeof permissions)[number]

const reading = ['shops:read', 'metrics:read', 'health:read'] as const satisfies readonly Permission[]
const analysing = [
  ...reading,
  'orders:read',
  'connections:read',
  'members:read',
] as const satisfies readonly Permission[]
const administering = permissions.filter((permission) => permission !== 'records:write')

/** What each role of a person may do. Raw records are written by connectors and imports only, never by a role. */
export const rolePermissions = {
  owner: administering,
  admin: administering.filter((permission) => permission !== 'members:write'),
  analyst: analysing,
  viewer: reading,
} as const satisfies Record<string, readonly Permission[]>

/** A person's role in an organisation. */
export type Role = keyof typeof rolePermissions
export const roles: readonly Role[] = ['owner', 'admin', 'analyst', 'viewer']
