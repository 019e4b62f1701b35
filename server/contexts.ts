import { AppError, type Clock, type OrganisationId, type PersonId, toOrganisationId, toPersonId } from '@tillsight/core'
import { createOrganisation, listOrganisations } from '@tillsight/database'
import {
  type Actor,
  type ConnectionContext,
  type Context,
  type DigestContext,
  enterOrganisation,
  enterShop,
  enterShopOfKey,
  followFacts,
  listMemberships,
  networkOf,
  type OpenKey,
  type Origin,
  openShopFor,
  openShopsFor,
  organisationNotFound,
  type PersonContext,
  type PictureContext,
  type PushContext,
  personActor,
  type RecoveryContext,
  run,
  type ShopContext,
} from '@tillsight/domain'
import type { EventIntake } from './collect/intake.ts'
import type { Caller, Visit, VisitRequest } from './identity/visit.ts'
import { digestServices } from './notifications/services.ts'
import { pushDevices } from './push.ts'
import type { Runtime } from './runtime.ts'

/** Creates contexts for an actor. */
export interface Contexts {
  /** Outside any shop, in the first organisation. */
  anyShop(): Promise<Context>
  /** By domain, id or address slug. Throws `not_found`, also for other people's shops; `conflict` for several. */
  shop(name: string): Promise<ConnectionContext>
}

/** A person's own context, with everything that verbs on it need. */
export type OwnContext = RecoveryContext & DigestContext & PictureContext & PushContext

/** Contexts of whoever sent a request. */
export interface DoorContexts extends Contexts {
  readonly clock: Clock
  /** Where collected events are stored. */
  readonly intake: EventIntake
  /** For one of the caller's organisations. Throws `not_found`, also for other people's. */
  organisation(id: string): Promise<Context>
}

/** Contexts of a signed-in person. All of them throw `unauthenticated` for a visitor. */
export interface CallerContexts extends DoorContexts {
  /** For the person's own data. */
  person(): Promise<OwnContext>
  /** Like {@link person}, but before the second factor is verified: only for verifying it. */
  incompletePerson(): Promise<OwnContext>
  /** One for each of the person's shops, by name. Throws `forbidden` where all are closed until there is a second factor. */
  shops(): Promise<readonly ConnectionContext[]>
}

/** Contexts of the requesting person; role and shops come from their memberships. */
export function callerContexts(runtime: Runtime, visit: Visit): CallerContexts {
  const { stores, clock, log, identityKey, recoveryKey, facts, connections: services, files } = runtime
  const { database: db, warehouse } = stores
  const shopStores = { warehouse, identityKey, follower: followFacts }
  const digests = digestServices(runtime, stores)
  const push = pushDevices(runtime)
  const own = async (caller: Caller): Promise<OwnContext> => {
    const actor = visit.support?.actor ?? personActor(caller.id)
    const id = toPersonId(actor.id)
    // Creates the person's record, which everything of theirs refers to.
    await visit.identity.person()
    const personReads = visit.readsOf(id)
    const at = { db, queries: db.kysely, clock, log, origin: originOf(visit.request) }
    return { actor, person: id, ...at, recoveryKey, personReads, digests, files, push }
  }
  const person = async (): Promise<OwnContext> => own(await visit.caller())
  const ofRequest = (ctx: ShopContext): ConnectionContext => ({ ...ctx, services, facts })
  return {
    clock,
    intake: runtime.intake,
    person,
    incompletePerson: async () => own(await visit.anyCaller()),
    organisation: async (id) => enterOrganisation(await person(), toOrganisationId(id)),
    async anyShop() {
      const ctx = await person()
      const [first] = await run(listMemberships, ctx, {})
      if (first !== undefined) return enterOrganisation(ctx, first.organisation)
      throw new AppError('forbidden', 'You belong to no organisation yet. Create a shop, or ask to be invited to one.')
    },
    shop: async (domain) => ofRequest(await openShopFor(await person(), shopStores, { domain })),
    async shops() {
      const ctx = await person()
      const opened = await openShopsFor(ctx, shopStores)
      // Nothing may be open because a second factor is asked for, which is to be said.
      const homes = opened.length === 0 ? await run(listMemberships, ctx, {}) : []
      for (const { organisation } of homes) await enterOrganisation(ctx, organisation)
      return opened.map(ofRequest)
    },
  }
}

/** Where a request comes from, as far as it may be kept. */
export function originOf({ ip, userAgent, id = '' }: Pick<VisitRequest, 'ip' | 'userAgent' | 'id'>): Origin {
  return { network: networkOf(ip), agent: userAgent, request: id }
}

/** Contexts of a request with a key of the API: of its own organisation and shops. */
export function keyContexts(runtime: Runtime, { actor, organisation }: OpenKey, origin: Origin): DoorContexts {
  const { stores, clock, log, identityKey, facts, connections: services, intake } = runtime
  const { database: db, warehouse } = stores
  const own: Context = { actor, organisation, db, queries: db.kysely, clock, log, origin }
  return {
    clock,
    intake,
    anyShop: async () => own,
    async organisation(id) {
      if (id === organisation) return own
      throw organisationNotFound()
    },
    async shop(domain) {
      const ctx = await enterShopOfKey(own, { warehouse, identityKey, follower: followFacts }, { domain })
      return { ...ctx, services, facts }
    },
  }
}

/** The operator, at the machine itself. */
export const operator: Actor = { kind: 'local' }

/**
 * Contexts of the operator: command line and demo. Never for a request. Where there is no organisation yet, one of this name is
 * created: a first shop lends it its own.
 */
export function operatorContexts(runtime: Runtime, name?: string): Contexts {
  const anyShop = async (): Promise<Context> => runtime.context(operator, await theOrganisation(runtime, name))
  return {
    anyShop,
    async shop(domain) {
      const { stores, identityKey, connections } = runtime
      const { warehouse } = stores.background
      const shopStores = { warehouse, identityKey, follower: followFacts }
      const ctx = await enterShop(await anyShop(), shopStores, { domain })
      return { ...ctx, services: connections }
    },
  }
}

/** For one person's own data, on behalf of the operator. Never for a request. */
export function personContext({ stores, clock, log }: Runtime, person: PersonId): PersonContext {
  const db = stores.background.database
  return { actor: operator, person, db, queries: db.kysely, clock, log }
}

/** The installation's oldest organisation; created with this name when there is none. */
export async function theOrganisation(
  { stores }: Pick<Runtime, 'stores'>,
  name = 'Tillsight',
): Promise<OrganisationId> {
  const { kysely } = stores.background.database
  const [first] = await listOrganisations(kysely)
  return (first ?? (await createOrganisation(kysely, { name }))).id
}
