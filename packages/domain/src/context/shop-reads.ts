import { AppError, type ConnectionId, type PersonId, type ShopId } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import {
  type Db,
  type Entry,
  type FactsState,
  listOwnPreferences,
  type OwnShopRow,
  type PreferenceValue,
  readEntry,
  readStandings,
  type Standing,
  type SyncStateRow,
} from '@tillsight/database'
import { type OwnContext, ownKey } from './actor.ts'

/**
 * What many queries about a shop begin with. Within one request all of it is read once, by one statement, until something is
 * written.
 */
export interface ShopReads {
  standing(): Promise<Standing>
  /** Sync progress of the streams of every connection. */
  syncStates(): Promise<ReadonlyMap<ConnectionId, readonly SyncStateRow[]>>
  dirtyDays(range: DayRange): Promise<readonly Day[]>
  factsState(): Promise<FactsState>
  /** What the actor has arranged; undefined for actors that are no person. May fail where the rest does not. */
  own(): Promise<OwnArrangements | undefined>
  /** Discards what was read; the next caller reads again. */
  forget(): void
}

/** What a person has arranged that shows on a shop's pages. */
export interface OwnArrangements {
  /** Empty if they follow the browser. */
  readonly language: string
  /** Null if they follow the shop. */
  readonly zone: string | null
  /** Null if nothing is stored. */
  readonly preference: PreferenceValue | null
}

/** What a request has read of a shop already; counts until something is written. */
interface KnownReads extends Pick<Standing, 'facts'> {
  readonly own: () => Promise<OwnArrangements | undefined>
  /** The whole, read along with that of other shops. */
  readonly standing: () => Promise<Standing>
}

/** The part of a shop's context that reading takes. */
interface ReadContext extends OwnContext {
  readonly queries: Db
}

/** The reads of one shop, on demand; {@link PersonReads} has them for all shops of a person. */
export function createShopReads(ctx: ReadContext, firstKnown?: KnownReads): ShopReads {
  let known = firstKnown
  let current: Promise<Standing> | undefined
  const readAlone = async (): Promise<Standing> => {
    const { personId, shopId } = ownKey(ctx)
    return standingIn(await readStandings(ctx.queries, [shopId], personId), shopId)
  }
  const standing = (): Promise<Standing> => {
    current ??= known ? known.standing() : readAlone()
    return current
  }
  return {
    standing,
    syncStates: async () => Map.groupBy((await standing()).syncStates, ({ connectionId }) => connectionId),
    dirtyDays: async ({ from, to }) => (await standing()).dirtyDays.filter((day) => day >= from && day <= to),
    factsState: async () => (known ?? (await standing())).facts,
    own: () => (known ? known.own() : readOwn(ctx)),
    forget() {
      known = undefined
      current = undefined
    },
  }
}

/** What a request reads of the person at the door and of their shops: once, until something is written. */
export interface PersonReads {
  /** Who they are, and the shops open to them. */
  entry(): Promise<Entry>
  /** What is known of one of these shops. The standings of those that were not named are all read by one statement. */
  knownOf(shop: OwnShopRow, entry: Entry): KnownReads
  /** What is the same for all shops, such as a rate: read by whoever asks first. */
  shared<T>(name: string, read: () => Promise<T>): Promise<T>
  /** Discards what was read; the next caller reads again. */
  forget(): void
}

/** The reads of one person. The shop that the request is about, by domain or id, is read along. */
export function createPersonReads(db: Db, person: PersonId, shop?: string): PersonReads {
  let entry: Promise<Entry> | undefined
  let others: ReturnType<typeof readStandings> | undefined
  const shared = new Map<string, Promise<unknown>>()
  const readEntryOnce = (): Promise<Entry> => {
    entry ??= readEntry(db, person, shop)
    return entry
  }
  const readOthers = async (): ReturnType<typeof readStandings> => {
    const { shops } = await readEntryOnce()
    return readStandings(
      db,
      shops.filter(({ standing }) => standing === undefined).map(({ id }) => id),
      person,
    )
  }
  return {
    entry: readEntryOnce,
    knownOf({ id, facts, preference, standing }, { person: known, preferenceFailure }) {
      const readTogether = async (): Promise<Standing> => {
        others ??= readOthers()
        return standingIn(await others, id)
      }
      const own = async (): Promise<OwnArrangements | undefined> => {
        if (preferenceFailure !== undefined) throw preferenceFailure
        return known && { language: known.language, zone: known.zone, preference }
      }
      return { facts, own, standing: async () => standing ?? readTogether() }
    },
    shared<T>(name: string, read: () => Promise<T>) {
      const reading = shared.get(name) ?? read()
      shared.set(name, reading)
      // Holds because a name is read in one way only.
      return reading as Promise<T>
    },
    forget() {
      entry = undefined
      others = undefined
      shared.clear()
    },
  }
}

async function readOwn(ctx: ReadContext): Promise<OwnArrangements | undefined> {
  if (ctx.actor.kind !== 'person') return undefined
  const [own] = await listOwnPreferences(ctx.queries, ownKey(ctx))
  return own && { language: own.language, zone: own.zone, preference: own.value }
}

function standingIn(standings: ReadonlyMap<ShopId, Standing>, shop: ShopId): Standing {
  const standing = standings.get(shop)
  if (standing === undefined) throw new AppError('not_found', 'This shop does not exist any more.')
  return standing
}
