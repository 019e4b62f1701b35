import { join } from 'node:path'
import type { Clock } from '@tillsight/core'
import { type ConnectionServices, type FileServices, followFacts } from '@tillsight/domain'
import { createFolderStore, createGrantSigner, createPictures, createS3Store, type FileStore } from '@tillsight/storage'
import { openBucket } from '@tillsight/storage/s3'
import type { Log } from '@tillsight/supervisor'
import type { Config } from './config.ts'
import type { Stores } from './stores.ts'

interface FileParts {
  readonly clock: Clock
  readonly log: Log
  readonly identityKey: Uint8Array
  readonly openHttp: ConnectionServices['openHttp']
  /** Signs addresses of files, and nothing else. */
  readonly grantKey: Uint8Array
}

/** Files of this installation. Opens nothing. */
export function createFileServices(config: Config, stores: Stores, parts: FileParts): FileServices {
  const { clock, log, identityKey, grantKey } = parts
  const { database: db, warehouse } = stores
  return {
    db,
    clock,
    log,
    store: openStore(config, parts),
    pictures: createPictures(),
    grants: createGrantSigner(grantKey, clock),
    shops: { warehouse, identityKey, follower: followFacts },
    largestTotal: config.fileLimits.total,
    largestFile: config.fileLimits.each,
  }
}

/** A folder in the data folder, or the bucket that is named. */
function openStore({ dataDir, fileBucket }: Config, { openHttp, clock }: FileParts): FileStore {
  if (fileBucket === null) return createFolderStore(join(dataDir, 'files'))
  return createS3Store(() => {
    const http = openHttp({ pace: 'own' })
    return { bucket: openBucket({ http, clock }, fileBucket), close: () => http.close() }
  })
}
