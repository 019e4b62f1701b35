import type { Clock, OrganisationId, ShopId } from '@tillsight/core'
import {
  type Database,
  deleteOrganisationRow,
  deleteShop,
  deleteShopConnections,
  dropAuditEntries,
  type JobDefinition,
  type Jobs,
  listDueDeletions,
  listShopExportFiles,
  listShops,
  lockMemberships,
  lockOrganisation,
  markDeletionBegun,
  readOrganisation,
  saveDeleteCounts,
} from '@tillsight/database'
import type { Warehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import type { Log } from '../context/index.ts'
import { countContents } from './contents.ts'

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
  readonly warehouse: Pick<Warehouse, 'for' | 'eraseShop'>
  readonly clock: Clock
  readonly log: Log
  /** Ends the connections of a shop at their platforms, as far as these answer. */
  disconnectShop(shop: ShopId): Promise<void>
  /** Ends what the organisation pays for, so that nothing is charged for what is gone. */
  endBilling(organisation: OrganisationId): Promise<void>
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
 * that of the organisation last, together with the entry that tells of it. One that cannot be deleted holds up no other.
 */
export async function eraseDueOrganisations(services: EraseServices): Promise<void> {
  const { db, clock, log } = services
  for (const { id: organisation } of await listDueDeletions(db.kysely, clock.now())) {
    try {
      if (await eraseOrganisation(services, organisation)) {
        log.info({ organisation }, 'an organisation was deleted as its owner had asked for')
      }
    } catch (error) {
      log.error({ organisation, err: error }, 'an organisation could not be deleted; the next round tries again')
    }
  }
}

/** Whether it is gone; not where its owner took the deletion back meanwhile. */
async function eraseOrganisation(services: EraseServices, id: OrganisationId): Promise<boolean> {
  const { db, warehouse } = services
  for (;;) {
    const shops = await begin(services, id)
    if (shops === undefined) return false
    await services.endBilling(id)
    const counts = await countOnce(services, id)
    for (const shop of await listShops(db.kysely, id)) await eraseShop(services, shop.id)
    // Of visits that were on their way while the shops went: whose rows are gone is known from the row of the organisation.
    for (const shop of shops) await warehouse.eraseShop(shop)
    if (await endOrganisation(services, id, counts)) return true
  }
}

/** From here on nobody takes the deletion back. Answers all shops whose facts have to go; undefined: it was taken back. */
async function begin({ db, clock }: EraseServices, id: OrganisationId): Promise<readonly ShopId[] | undefined> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const row = await lockOrganisation(tx, id)
    if (!row || row.deleteAt === null || row.deleteAt > now) return undefined
    const shops = (await listShops(tx, id)).map((shop) => shop.id)
    return await markDeletionBegun(tx, id, { shops, at: now })
  })
}

type Counts = Readonly<Record<string, number>>

const Counted = z.record(z.string(), z.number())

/** How much there was before anything was deleted, also when this is not the first try. */
async function countOnce({ db, warehouse }: EraseServices, id: OrganisationId): Promise<Counts> {
  const { deleteCounts } = await readOrganisation(db.kysely, id)
  if (deleteCounts !== null) return Counted.parse(deleteCounts)
  const counts = await countContents({ queries: db.kysely, warehouses: warehouse }, id)
  await saveDeleteCounts(db.kysely, id, counts)
  return counts
}

async function eraseShop(services: EraseServices, shop: ShopId): Promise<void> {
  const { db, warehouse, log } = services
  try {
    await services.disconnectShop(shop)
  } catch (error) {
    log.warn({ shop, err: error }, 'the connections of a shop could not be ended at their platforms')
  }
  // First what would bring new facts.
  await deleteShopConnections(db.kysely, shop)
  for (const name of await listShopExportFiles(db.kysely, shop)) await services.removeFile(name)
  await db.lockShop(shop, async () => {
    await warehouse.eraseShop(shop)
    await deleteShop(db.kysely, shop)
  })
}

/** Whether the organisation could end: not where a shop came meanwhile. */
async function endOrganisation({ db, clock }: EraseServices, id: OrganisationId, counts: Counts): Promise<boolean> {
  return db.transaction(async (queries) => {
    // In the order of those who change members: two who wait for each other would both fail.
    await lockMemberships(queries, id)
    const row = await lockOrganisation(queries, id)
    if (!row || (await listShops(queries, id)).length > 0) return false
    // The entries before tell of people who are no longer anybody's members.
    await dropAuditEntries(queries, id)
    await recordEnd({ queries, clock, organisation: id }, { name: row.name, counts })
    await deleteOrganisationRow(queries, id)
    return true
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
