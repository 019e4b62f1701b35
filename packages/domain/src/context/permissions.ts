import { AppError } from '@tillsight/core'
import { type Role, roles } from '../inputs/index.ts'
/** All permissions. A verb names the one it needs. */
export const permissions = [
  /** Manage one's own data, in any organisation or none. */
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
  /** See which channels, campaigns and ads earned orders. */
  'attribution:read',
  /** Enter custom spend of channels without a connector. */
  'spend:write',
  /** See what things cost the shop. */
  'costs:read',
  /** Enter and change what things cost the shop. */
  'costs:write',
  /** Change costs of days that are closed. */
  'costs:close',
  'orders:read',
  /** Write notes on days that everybody sees. */
  'annotations:write',
  'records:write',
  'rates:write',
  'health:read',
  'health:write',
  /** Export and erase the data held about one customer of a shop. */
  'customers:export',
  'customers:erase',
  /** See who did what in the organisation. */
  'audit:read',
  /** Create and revoke keys of the API. */
  'keys:write',
  /** Set up alerts for oneself: no program does that for a person. */
  'alerts:write',
  /** Let alerts go to Slack, and choose where. */
  'slack:write',
  /** Choose who outside is told of a shop's events. */
  'webhooks:write',
  /** Make and revoke links by which somebody without an account sees a view. */
  'shares:write',
  /** Define exports, run them, and have their files. */
  'exports:write',
  /** Make dashboards of one's own. */
  'dashboards:write',
  /** Share dashboards with the team, and define figures of the shop's own. */
  'dashboards:share',
  /** Send events from the shop's own server. */
  'events:write',
  /** Configure tracking, channel rules, what is sent to ad platforms, and the survey. */
  'tracking:write',
  /** Buy a plan, change and end it, and see what was paid. */
  'billing:write',
  /** Let administrators of the installation look in. */
  'support:allow',
  /** Administer the installation. It comes with no role of an organisation. */
  'installation:administer',
] as const
/** One of {@link permissions}. */
export type Permission = (typeof permissions)[number]

/** A person's permissions outside of any organisation. */
export const selfPermissions = ['self'] as const satisfies readonly Permission[]
/** Permissions of an administrator of the installation, as one. */
export const administratorPermissions = ['self', 'installation:administer'] as const satisfies readonly Permission[]
const reading = [
  ...selfPermissions,
  'shops:read',
  'metrics:read',
  'alerts:write',
  'attribution:read',
  'health:read',
  // The freshness and completeness of a figure are part of it.
  'connections:read',
  'dashboards:write',
] as const satisfies readonly Permission[]
const analysing = [
  ...reading,
  'costs:read',
  'orders:read',
  'members:read',
  'annotations:write',
  'shares:write',
  'exports:write',
  'slack:write',
  'dashboards:share',
] as const satisfies readonly Permission[]
/** Raw records are written by connectors and imports only; reference rates are shared by all shops. */
const beyondRoles: readonly Permission[] = ['records:write', 'rates:write', 'installation:administer']
/** What of an organisation is its owners' alone. */
const ofOwners: readonly Permission[] = ['members:write', 'costs:close', 'billing:write', 'support:allow']
const administering = permissions.filter((permission) => !beyondRoles.includes(permission))

/** A role's permissions in the organisation where a person holds it. */
export const rolePermissions = {
  owner: administering,
  admin: administering.filter((permission) => !ofOwners.includes(permission)),
  analyst: analysing,
  viewer: reading,
} as const satisfies Record<Role, readonly Permission[]>

/** Parses a stored role. */
export function toRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new AppError('internal', `“${text}” is stored as a role, and there is no such role`)
  return role
}
