import { AppError } from '@tillsight/core'
import { type BucketKey, openBucket, type S3Bucket } from '@tillsight/storage/s3'
import type { ConnectionContext } from '../connections/index.ts'

/** Longer than a pause between attempts: the run has attempts of its own. */
const quickMs = 10_000

/** Opens the bucket for some work, over connections to public addresses alone. */
export async function withBucket<T>(
  { services, clock }: Pick<ConnectionContext, 'services' | 'clock'>,
  bucket: BucketKey,
  work: (bucket: S3Bucket) => Promise<T>,
): Promise<T> {
  const http = services.openHttp({ pace: 'own' }, { longestPauseMs: quickMs })
  try {
    return await work(openBucket({ http, clock }, bucket))
  } finally {
    http.close()
  }
}

/** Puts an object, looks at it and deletes it: what the runs need has to work before an export is saved. Throws `invalid_input`. */
export async function proveBucket(
  ctx: Pick<ConnectionContext, 'services' | 'clock'>,
  bucket: BucketKey,
  id: string,
): Promise<void> {
  const key = `tillsight-check-${id}`
  try {
    await withBucket(ctx, bucket, async (opened) => {
      await opened.put(key, Buffer.from('Tillsight can write here.\n'), { type: 'text/plain' })
      await opened.head(key)
      await opened.delete(key)
    })
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'conflict') throw cause
    const advice = 'The key has to be allowed to put, read and delete objects there. Mend that and save again.'
    throw new AppError('invalid_input', `${cause.message} ${advice}`, { details: { field: 'to' }, cause })
  }
}
