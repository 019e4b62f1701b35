import {
  AppError,
  type Clock,
  type OrganisationId,
  type PersonId,
  type ShopId,
  toOrganisationId,
} from '@tillsight/core'
import { createOrganisation, type FactsState, findFactsStates, listOrganisations } from '@tillsight/database'
import {
  type Actor,
  type ConnectionContext,
  type Context,
  createShopReads,
  enterOrganisation,
  enterShop,
  followWithJourneys,
  listMemberships,
  openShopFor,
  openShopsFor,
  type PersonContext,
  personActor,
  type RecoveryContext,
  run,
  type ShopContext,
} from '@tillsight/domain'
import type { EventIntake } from './collect/intake.ts'
import type { Caller, Visit } from './identity/visit.ts'
import type { Runtime } from './runtime.ts'

/** Contexts of whoever acts. */
export interface Contexts {
  /** Outside any shop, in the first organisation. */
  anyShop(): Promise<Context>
  /** By domain, id or what addresses call it. Throws `not_found`, the same for a stranger's shop; `conflict` for several. */
  shop(name: string): Promise<ConnectionContext>
}

/** Contexts of a signed-in person. All of them throw `unauthenticated` for a visitor. */
export interface CallerContexts extends Contexts {
  readonly clock: Clock
  /** Where collected events go. */
  readonly intake: EventIntake
  /** Bound to what is the person's own. */
  person(): Promise<RecoveryContext>
  /** As {@link person}, before the second factor too: only for getting past it. */
  incompletePerson(): Promise<RecoveryContext>
  /** In one of the person's organisations. Throws `not_found`, the same for a stranger's. */
  organisation(id: string): Promise<Context>
  /** One for each shop that is open to the person, by name. */
  shops(): Promise<readonly ConnectionContext[]>
}

/** Contexts of the person who makes the request; role and shops come from their memberships. */
export function callerContexts(runtime: Runtime, visit: Visit): CallerContexts {
  const { stores, clock, log, identityKey, recoveryKey, facts, connections: services } = runtime
  const { database: db, warehouse } = stores
  const shopStores = { warehouse, identityKey, orderFollower: followWithJourneys }
  const own = async ({ id }: Caller): Promise<RecoveryContext> => {
    // Makes the person known; everything of theirs refers to that.
    await visit.identity.person()
    return { actor: personActor(id), person: id, db, queries: db.kysely, clock, log, recoveryKey }
  }
  const person = async (): Promise<RecoveryContext> => own(await visit.caller())
  // A context of one request, whose reads it shares.
  const ofRequest = (ctx: ShopContext, firstState?: () => Promise<FactsState>): ConnectionContext => ({
    ...ctx,
    services,
    facts,
    reads: createShopReads(ctx.queries, ctx.shop.id, firstState),
  })
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
      const all = await openShopsFor(await person(), shopStores)
      const ids = all.map(({ shop }) => shop.id)
      let states: ReturnType<typeof findFactsStates> | undefined
      const stateOf = (id: ShopId) => async (): Promise<FactsState> => {
        states ??= findFactsStates(db.kysely, ids)
        return (await states).get(id) ?? { version: 0n, isSettled: false }
      }
      return all.map((ctx) => ofRequest(ctx, stateOf(ctx.shop.id)))
    },
  }
}

/** Somebody at the machine itself. */
export const operator: Actor = { kind: 'local' }

/** Contexts of whoever runs the installation: the command line and the demo. Never for a request. */
export function operatorContexts(runtime: Runtime): Contexts {
  const anyShop = async (): Promise<Context> => runtime.context(operator, await theOrganisation(runtime))
  return {
    anyShop,
    async shop(domain) {
      const { stores, identityKey, connections } = runtime
      const { warehouse } = stores.background
      const shopStores = { warehouse, identityKey, orderFollower: followWithJourneys }
      const ctx = await enterShop(await anyShop(), shopStores, { domain })
      return { ...ctx, services: connections }
    },
  }
}

/** Bound to one person's own things, on behalf of whoever runs the installation. Never for a request. */
export function personContext({ stores, clock, log }: Runtime, person: PersonId): PersonContext {
  const db = stores.background.database
  return { actor: operator, person, db, queries: db.kysely, clock, log }
}

/** The oldest organisation of the installation; made when there is none. */
export async function theOrganisation({ stores }: Pick<Runtime, 'stores'>): Promise<OrganisationId> {
  const { kysely } = stores.background.database
  const [first] = await listOrganisations(kysely)
  return (first ?? (await createOrganisation(kysely, { name: 'My organisation' }))).id
}
