import {
  AppError,
  type ConnectionId,
  type OrganisationId,
  type PersonId,
  type ShopId,
  toPersonId,
} from '@tillsight/core'
import type { Role } from '../inputs/index.ts'
import {
  administratorPermissions,
  type Permission,
  permissions,
  rolePermissions,
  selfPermissions,
} from './permissions.ts'

/** A signed-in person. The role is the one in the context's organisation; null outside of any. */
export interface PersonActor {
  readonly kind: 'person'
  readonly id: string
  readonly role: Role | null
  readonly shops: 'all' | readonly ShopId[]
  /** Administers the installation, outside of any organisation. */
  readonly administers?: true
  /** An administrator looks in as this person. */
  readonly support?: SupportVisit
}

/** A visit of an administrator, who sees one organisation as one of its members does, and changes nothing. */
export interface SupportVisit {
  readonly id: string
  readonly admin: PersonId
  readonly organisation: OrganisationId
}

/** Who acts. Rules depend on this value, never on how the request arrived. */
export type Actor =
  | PersonActor
  | {
      readonly kind: 'api_key'
      readonly id: string
      /** As people call it. */
      readonly name?: string
      readonly permissions: readonly Permission[]
      readonly shops: 'all' | readonly ShopId[]
    }
  | { readonly kind: 'job'; readonly name: string }
  | { readonly kind: 'webhook'; readonly connection: ConnectionId }
  /** A user of the command line on the machine itself. */
  | { readonly kind: 'local' }

const webhookPermissions: readonly Permission[] = ['records:write', 'connections:read', 'sync:run']

/** A person outside any organisation. */
export function personActor(id: PersonId): PersonActor {
  return { kind: 'person', id, role: null, shops: [] }
}

/** The visit of an administrator that the actor stands for; undefined for everybody who acts for themselves. */
export function supportOf(actor: Actor): SupportVisit | undefined {
  return actor.kind === 'person' ? actor.support : undefined
}

/** The actor's permissions on the shops they can access. */
export function permissionsOf(actor: Actor): readonly Permission[] {
  switch (actor.kind) {
    case 'person':
      if (actor.role !== null) return rolePermissions[actor.role]
      return actor.administers ? administratorPermissions : selfPermissions
    case 'api_key':
      return actor.permissions
    case 'webhook':
      return webhookPermissions
    case 'job':
    case 'local':
      return permissions
  }
}

/** Whether the actor can access this shop; that it belongs to the organisation has been checked before. */
export function mayEnter(actor: Actor, shop: ShopId): boolean {
  return actor.kind === 'person' || actor.kind === 'api_key'
    ? actor.shops === 'all' || actor.shops.includes(shop)
    : true
}

/** Whether the actor may access this person's own data: the person may, and the installation's operator. */
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

/** The actor's name in logs and audit entries. */
export function actorName(actor: Actor): string {
  const support = supportOf(actor)
  if (support) return `support:${support.admin}`
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

/** Identifies a person's own arrangements on a shop. */
export interface OwnKey {
  readonly personId: PersonId
  readonly shopId: ShopId
}

/** Whose arrangements, and on which shop. */
export interface OwnContext {
  readonly actor: Actor
  readonly shop: { readonly id: ShopId }
}

/** An id without arrangements: keys, jobs and the machine itself act for no person. */
const nobody = toPersonId('00000000-0000-0000-0000-000000000000')

/** For reading: an actor that is not a person has no arrangements. */
export function ownKey({ actor, shop }: OwnContext): OwnKey {
  return { personId: actor.kind === 'person' ? toPersonId(actor.id) : nobody, shopId: shop.id }
}

/** For writing: throws `forbidden` unless the actor is a person. */
export function ownWritableKey(ctx: OwnContext): OwnKey {
  if (ctx.actor.kind === 'person') return ownKey(ctx)
  throw new AppError('forbidden', 'This is stored for a person: sign in as the one it is for.')
}
