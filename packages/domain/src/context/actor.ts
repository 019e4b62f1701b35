import type { ConnectionId, ShopId } from '@tillsight/core'
import { type Permission, permissions, type Role, rolePermissions } from './permissions.ts'

/** Who acts. Rules ask this value and never how the request came in. */
export type Actor =
  | { readonly kind: 'person'; readonly id: string; readonly role: Role; readonly shops: 'all' | readonly ShopId[] }
  | {
      readonly kind: 'api_key'
      readonly id: string
      readonly permissions: readonly Permission[]
      readonly shops: 'all' | readonly ShopId[]
    }
  | { readonly kind: 'job'; readonly name: string }
  | { readonly kind: 'webhook'; readonly connection: ConnectionId }
  /** Somebody at the machine itself: the command line. */
  | { readonly kind: 'local' }

const webhookPermissions: readonly Permission[] = ['records:write', 'connections:read', 'sync:run']

/** What the actor may do on the shops it may see. */
export function permissionsOf(actor: Actor): readonly Permission[] {
  switch (actor.kind) {
    case 'person':
      return rolePermissions[actor.role]
    case 'api_key':
      return actor.permissions
    case 'webhook':
      return webhookPermissions
    case 'job':
    case 'local':
      return permissions
  }
}

/** Whether the actor may see this shop at all; which organisation it is in has been settled before. */
export function mayEnter(actor: Actor, shop: ShopId): boolean {
  return actor.kind === 'person' || actor.kind === 'api_key'
    ? actor.shops === 'all' || actor.shops.includes(shop)
    : true
}

/** How an actor is named in logs and audit entries. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'person':
    case 'api_key':
      return `${actor.kind}:${actor.id}`
    case 'job':
      return `job:${actor.name}`
    case 'webhook':
      return `webhook:${actor.connection}`
    case 'local':
      return 'local'
  }
}
