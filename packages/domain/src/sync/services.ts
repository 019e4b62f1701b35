import type { Clock, ShopId } from '@tillsight/core'
import type { Database, Jobs } from '@tillsight/database'
import type { ConnectionServices } from '../connections/index.ts'
import type { Log, ShopContext } from '../context/index.ts'

/** Services of the sync; nobody is signed in, so it opens each shop's context itself. */
export interface SyncServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly connections: ConnectionServices
  /** A context for a job on this shop. */
  openShop(shop: ShopId): Promise<ShopContext>
}

/** The same, with the queue for background work. */
export interface SyncJobServices extends SyncServices {
  readonly jobs: Jobs
}
