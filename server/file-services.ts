import { join } from 'node:path'
import type { Clock } from '@tillsight/core'
import { type FileServices, followFacts } from '@tillsight/domain'
import { createFolderStore, createGrantSigner, createPictures } from '@tillsight/storage'
import type { Log } from '@tillsight/supervisor'
import type { Config } from './config.ts'
import type { Stores } from './stores.ts'

interface FileParts {
  readonly clock: Clock
  readonly log: Log
  readonly identityKey: Uint8Array
  /** Signs addresses of files, and nothing else. */
  readonly grantKey: Uint8Array
}

/** The folder of the bytes of files, in the data folder. */
export function filesFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'files')
}

/** Files of this installation. Opens nothing. */
export function createFileServices(config: Config, stores: Stores, parts: FileParts): FileServices {
  const { clock, log, identityKey, grantKey } = parts
  const { database: db, warehouse } = stores
  return {
    db,
    clock,
    log,
    store: createFolderStore(filesFolder(config)),
    pictures: createPictures(),
    grants: createGrantSigner(grantKey, clock),
    shops: { warehouse, identityKey, follower: followFacts },
    largestTotal: config.fileLimits.total,
    largestFile: config.fileLimits.each,
  }
}
