import { AppError } from './errors.ts'

const passingCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])

/**
 * What the operating system cannot do for now, as `unavailable`: a disk that is full or fails, no file or memory left. Whatever
 * else went wrong stays as it is.
 */
export function toOutage(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !passingCodes.has(code)) return error
  return new AppError(
    'unavailable',
    `This server has run out of disk space, memory or open files, or its disk fails (${code}): nothing was stored. Try again in a moment; if it stays, free some space.`,
    { cause: error },
  )
}
