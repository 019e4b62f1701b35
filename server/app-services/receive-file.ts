import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@tillsight/core'
import type { ReceivedForm, UploadForm } from '../../app/services.ts'
import { type FormPart, readParts } from './multipart.ts'

const largestField = 64 * 1024
const mostFields = 20

/**
 * Takes a form with a large file in: the file is on disk until `remove`, its fields are in memory. Throws `invalid_input` for what is
 * no form, and for a file that is larger than allowed; then nothing is left on disk.
 */
export async function receiveForm({ contentType, body }: UploadForm, mostBytes: number): Promise<ReceivedForm> {
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-file-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const fields = new Map<string, string>()
    let file: ReceivedForm['file']
    for await (const part of readParts(contentType, body)) {
      if (part.fileName === undefined) fields.set(part.field, await readField(part, fields.size))
      else file = (await storeFile(part, { path: join(folder, 'file'), mostBytes })) ?? file
    }
    return { fields, file, remove }
  } catch (failure) {
    await remove()
    throw failure
  }
}

async function readField({ bytes }: FormPart, before: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size > largestField || before >= mostFields) throw new AppError('invalid_input', 'This form holds too much.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Undefined for an empty file: none was chosen. */
async function storeFile(
  { fileName = '', bytes }: FormPart,
  { path, mostBytes }: { readonly path: string; readonly mostBytes: number },
): Promise<ReceivedForm['file']> {
  let size = 0
  async function* limited(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      size += piece.byteLength
      if (size > mostBytes) {
        const most = `${Math.round(mostBytes / 1024 ** 2)} MB`
        throw new AppError('invalid_input', `The file is larger than ${most}. Pack it with gzip (.gz), or split it.`)
      }
      yield piece
    }
  }
  await pipeline(Readable.from(limited(), { objectMode: false }), createWriteStream(path))
  if (size === 0) return undefined
  return { name: fileName, open: () => createReadStream(path, { highWaterMark: 1 << 18 }) }
}
