// A shop on empty stores that record the statements to the warehouse: queries are compiled, and nothing is run.
import { AppError, fixedClock, toOrganisationId, toShopId } from '@tillsight/core'
import type { Database, Db } from '@tillsight/database'
import { followFacts, type ShopContext, type ShopReads, ShopSettings } from '@tillsight/domain'
import type { CompiledQuery } from '@tillsight/warehouse'
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { z } from 'zod'
import { stableJson } from './case.ts'

/** A database in which every query finds no rows. */
const queries: Db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})

const never = (): never => {
  throw new AppError('unavailable', 'There is no store here: only what reads is compiled.')
}

const db: Database = {
  kysely: queries,
  transaction: never,
  lockShop: never,
  listen: never,
  ready: never,
  isNew: never,
  migrate: never,
  close: never,
}

const silent = (): void => undefined
const organisation = toOrganisationId('00000000-0000-4000-8000-0000000000f0')
const shop = {
  id: toShopId('00000000-0000-4000-8000-0000000000f1'),
  organisation,
  domain: 'frozen.example',
  platform: 'woocommerce',
  name: 'Frozen',
  zone: 'Europe/Berlin',
  currency: 'EUR',
  country: 'DE',
  settings: ShopSettings.parse({}),
}

/** Nothing is known of the shop. */
const reads: ShopReads = {
  standing: async () => ({
    facts: { version: 0n, isSettled: true },
    dirtyDays: [],
    dailyState: undefined,
    connections: [],
    syncStates: [],
    adAccounts: [],
    issues: [],
    hasImports: false,
    isRestating: false,
    hasNotes: false,
    views: [],
  }),
  syncStates: async () => new Map(),
  dirtyDays: async () => [],
  factsState: async () => ({ version: 0n, isSettled: true }),
  own: async () => undefined,
  forget: silent,
}

/** A row of zeros: any column has this value. For queries that it does not fit there are no rows. */
const zeros = new Proxy({}, { get: () => '0', has: () => true })

/** The warehouse statements of the work, sorted, as one text. */
export async function statementsOf(work: (ctx: ShopContext) => Promise<unknown>): Promise<string> {
  const statements = new Set<string>()
  const note = (query: CompiledQuery): void => void statements.add(statementText(query))
  await work({
    actor: { kind: 'local' },
    organisation,
    db,
    queries,
    reads,
    clock: fixedClock('2026-03-20T10:00:00Z'),
    log: { debug: silent, info: silent, warn: silent, error: silent },
    shop,
    identityKey: new Uint8Array(32).fill(7),
    follower: followFacts,
    warehouse: {
      shop: shop.id,
      async read(query, row) {
        note(query)
        const sums = row instanceof z.ZodType ? row.safeParse(zeros) : undefined
        return sums?.success === true ? [sums.data] : []
      },
      async *stream(query) {
        note(query)
        yield* []
      },
      async *file(query) {
        note(query)
        yield* []
      },
      insert: never,
      rewrite: never,
      purge: never,
    },
  })
  return [...statements].toSorted().join('\n\n')
}

/** A statement with its parameters. */
export function statementText({ sql, params }: CompiledQuery): string {
  return `${sql}\n-- ${stableJson(params, 0)}`
}
