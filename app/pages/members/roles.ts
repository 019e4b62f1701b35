import type { Role } from '@tillsight/domain'

/** Every role with what it means, the mightiest first. */
export const roles = [
  { role: 'owner', label: 'Owner', means: 'everything, and decides who belongs here' },
  { role: 'admin', label: 'Admin', means: 'shops, connections, imports and settings' },
  { role: 'analyst', label: 'Analyst', means: 'sees figures and orders, changes nothing' },
  { role: 'viewer', label: 'Viewer', means: 'sees figures, not single orders' },
] as const satisfies readonly { role: Role; label: string; means: string }[]

/** What a role is called. */
export function roleLabel(role: Role): string {
  return roles.find((known) => known.role === role)?.label ?? role
}
