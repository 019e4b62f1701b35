import type { Clock, OrganisationId, ShopId } from '@tillsight/core'
import {
  countOrganisationRows,
  type Database,
  deleteOrganisationRow,
  deleteShop,
  deleteShopConnections,
  type JobDefinition,
  type Jobs,
  listDueDeletions,
  listShopExportFiles,
  listShops,
  type OrganisationRow,
  pruneAuditEntries,
  saveDeleteCounts,
} from '@tillsight/database'
import { type ShopWarehouse, tables, type Warehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import type { Log } from '../context/index.ts'

const eraseJob: JobDefinition<Record<string, never>> = {
  name: 'organisations.erase',
  payload: z.strictObject({}),
  retry: { limit: 5, delaySeconds: 60, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: () => 'all',
  label: () => 'Deleting organisations whose time has come',
  concurrency: 1,
}

/** What deleting organisations works with. */
export interface EraseServices {
  readonly db: Database
  readonly warehouse: Pick<Warehouse, 'for'>
  readonly clock: Clock
  readonly log: Log
  /** Removes a file of an export; one that is gone is fine. */
  removeFile(name: string): Promise<void>
}

/** Deletes, every hour, the organisations that were to be deleted by then. Needs started jobs. */
export async function handleDeletionJobs(services: EraseServices & { readonly jobs: Jobs }): Promise<void> {
  await services.jobs.handle(eraseJob, () => eraseDueOrganisations(services))
  await services.jobs.schedule(eraseJob, {}, { cron: '7 * * * *', zone: 'UTC' })
}

/**
 * Deletes those organisations, shop by shop. Stopped at any place, it goes on there: the row of a shop goes after its facts and files,
 * that of the organisation last, together with the entry that tells of it.
 */
export async function eraseDueOrganisations(services: EraseServices): Promise<void> {
  const { db, clock, log } = services
  for (const row of await listDueDeletions(db.kysely, clock.now())) {
    const counts = await countOnce(services, row)
    for (const { id } of await listShops(db.kysely, row.id)) await eraseShop(services, id)
    await endOrganisation(services, row, counts)
    log.info({ organisation: row.id }, 'an organisation was deleted as its owner had asked for')
  }
}

type Counts = Readonly<Record<string, number>>

const Counted = z.record(z.string(), z.number())
const Rows = z.object({ n: z.coerce.number() })

/** How much there was before anything was deleted, also when this is not the first try. */
async function countOnce({ db, warehouse }: EraseServices, { id, deleteCounts }: OrganisationRow): Promise<Counts> {
  if (deleteCounts !== null) return Counted.parse(deleteCounts)
  let facts = 0
  for (const shop of await listShops(db.kysely, id)) {
    for (const { name } of tables) {
      const sql = `SELECT count() AS n FROM ${name} WHERE shop_id = {shop:UUID}`
      const [row] = await warehouse.for(shop.id).read({ sql, params: {} }, Rows)
      facts += row?.n ?? 0
    }
  }
  const counts = { ...(await countOrganisationRows(db.kysely, id)), facts }
  await saveDeleteCounts(db.kysely, id, counts)
  return counts
}

async function eraseShop({ db, warehouse, removeFile }: EraseServices, shop: ShopId): Promise<void> {
  // First what would bring new facts.
  await deleteShopConnections(db.kysely, shop)
  for (const name of await listShopExportFiles(db.kysely, shop)) await removeFile(name)
  const facts = warehouse.for(shop)
  await db.lockShop(shop, async () => {
    await purgeFacts(facts)
    await deleteShop(db.kysely, shop)
  })
  // Of visits that were on their way while the shop went.
  await purgeFacts(facts)
}

async function purgeFacts(facts: ShopWarehouse): Promise<void> {
  for (const { name } of tables) await facts.purge({ from: name, where: 'true', params: {} })
}

async function endOrganisation({ db, clock }: EraseServices, row: OrganisationRow, counts: Counts): Promise<void> {
  const { id, name } = row
  await db.transaction(async (queries) => {
    // The entries before tell of people who are no longer anybody's members.
    await pruneAuditEntries(queries, id, clock.now())
    await recordEnd({ queries, clock, organisation: id }, { name, counts })
    await deleteOrganisationRow(queries, id)
  })
}

type Entered = Pick<Parameters<typeof recordAudit>[0], 'queries' | 'clock'> & { readonly organisation: OrganisationId }

async function recordEnd(ctx: Entered, { name, counts }: { readonly name: string; readonly counts: Counts }) {
  await recordAudit(
    { ...ctx, actor: { kind: 'job', name: 'organisations.erase' } },
    {
      action: 'organisation.erased',
      target: { kind: 'organisation', id: ctx.organisation, name },
      shops: null,
      changes: Object.entries(counts).map(([field, before]) => ({ field, before, after: 0 })),
    },
  )
}
