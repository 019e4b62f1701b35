import type { ConnectionId, PersonId, ShopId } from '@tillsight/core'
import type { Role } from '../inputs/index.ts'
import { type Permission, permissions, rolePermissions, selfPermissions } from './permissions.ts'

/** Somebody who signed in. The role is the one in the organisation of the context; null outside of any. */
export interface PersonActor {
  readonly kind: 'person'
  readonly id: string
  readonly role: Role | null
  readonly shops: 'all' | readonly ShopId[]
}

/** Who acts. Rules ask this value and never how the request came in. */
export type Actor =
  | PersonActor
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

/** A person who has not entered an organisation. */
export function personActor(id: PersonId): PersonActor {
  return { kind: 'person', id, role: null, shops: [] }
}

/** What the actor may do on the shops it may see. */
export function permissionsOf(actor: Actor): readonly Permission[] {
  switch (actor.kind) {
    case 'person':
      return actor.role === null ? selfPermissions : rolePermissions[actor.role]
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

/** Whether what is this person's own is open to the actor: to the person, and to whoever runs the installation. */
export function mayActFor(actor: Actor, person: PersonId): boolean {
  switch (actor.kind) {
    case 'person':
      return actor.id === person
    case 'job':
    case 'local':
      return true
    case 'api_key':
    case 'webhook':
      return false
  }
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
