import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@tillsight/core'

/** A file to import. It is read more than once, so `open` must give the same bytes every time. */
export interface ImportSource {
  readonly name: string
  /** How large it may be when it is unpacked, where that is less than for files of this machine. */
  readonly mostUnpacked?: number
  open(): Readable
}

/** A file on this machine; throws `invalid_input` when it is missing, a folder or unreadable. */
export async function fileSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new AppError('invalid_input', `The file “${path}” cannot be read. Check its name and your permission.`, {
      cause,
    })
  })
  if (!found.isFile()) {
    throw new AppError('invalid_input', `“${path}” is not a file. Name the CSV file itself.`)
  }
  return { name: basename(path), open: () => createReadStream(path, { highWaterMark: 1 << 18 }) }
}
