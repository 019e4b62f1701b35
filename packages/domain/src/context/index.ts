// Who acts, what they may do, and the shape of everything the product can do. Knows no verb and no door.
export { type Actor, actorName, mayActFor, mayEnter, type PersonActor, permissionsOf, personActor } from './actor.ts'
export type { ActorContext, Context, FactsMemory, Log, PersonContext, Shop, ShopContext } from './context.ts'
export { createFactsMemory } from './facts-memory.ts'
export { tryNamedLock } from './named-lock.ts'
export { type OwnKey, ownKey, ownWritableKey } from './own-key.ts'
export { type Permission, permissions, type Role, rolePermissions, roles, toRole } from './permissions.ts'
export { createShopReads, type ShopReads } from './shop-reads.ts'
export { assertAllowed, defineVerb, describeInputProblem, run, shopNotFound, type Verb } from './verb.ts'
