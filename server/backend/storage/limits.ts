import type { Clock } from '@tillsight/core'
import { StorageError } from '@tillsight/storage'
import { createRateLimit } from '../../collect/rate-limit.ts'

/** Limits of requests to the storage, counted in this process. All throw `limit_reached` or `SlowDown`. */
export interface StorageLimits {
  takePerson(person: string): void
  /** Of requests that nobody is signed in for. */
  takeNetwork(network: string): void
  takeTransform(network: string): void
  /** Counts an upload that is running, until it has ended. */
  whileUploading<T>(who: string, work: () => Promise<T>): Promise<T>
}

const perNetwork = 120
const transformsPerNetwork = 60
const uploadsAtOnce = 4

/** Counts from nothing. */
export function createStorageLimits(clock: Clock, perMinute: number): StorageLimits {
  const limit = (most: number) => createRateLimit(clock, { burst: most, perSecond: most / 60 })
  const [ofPerson, ofNetwork, ofTransforms] = [limit(perMinute), limit(perNetwork), limit(transformsPerNetwork)]
  const uploading = new Map<string, number>()
  return {
    takePerson: (person) => ofPerson.take(person, 1),
    takeNetwork: (network) => ofNetwork.take(network, 1),
    takeTransform: (network) => ofTransforms.take(network, 1),
    async whileUploading(who, work) {
      const others = uploading.get(who) ?? 0
      if (others >= uploadsAtOnce) throw new StorageError('SlowDown', 'Too many uploads at once. Wait for one to end.')
      uploading.set(who, others + 1)
      try {
        return await work()
      } finally {
        const rest = (uploading.get(who) ?? 1) - 1
        if (rest > 0) uploading.set(who, rest)
        else uploading.delete(who)
      }
    },
  }
}
