// Actors, their permissions, and the shape of everything the product can do. Knows no verb and no interface.

export {
  type Actor,
  actorName,
  mayActFor,
  mayEnter,
  type OwnKey,
  ownKey,
  ownWritableKey,
  type PersonActor,
  permissionsOf,
  personActor,
  type SupportVisit,
  supportOf,
} from './actor.ts'
export type * from './context.ts'
export { createFactsMemory, rememberedWhenDone } from './facts-memory.ts'
export { asOnlyWriter, tryNamedLock } from './locks.ts'
export { type Permission, permissions, rolePermissions, toRole } from './permissions.ts'
export { nowhere, type RecallPlace } from './recall.ts'
export { assistantScopes, keyPermissions, type Scope, scopeOf, scopes, usefulScopes } from './scopes.ts'
export { type Shop, toShop } from './shop.ts'
export {
  createPersonReads,
  createShopReads,
  type OwnArrangements,
  type PersonReads,
  type ShopReads,
} from './shop-reads.ts'
export { assertAllowed, defineVerb, describeInputProblem, run, shopNotFound, type Verb } from './verb.ts'
