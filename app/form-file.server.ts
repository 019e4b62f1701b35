import { gunzipSync, gzipSync } from 'node:zlib'
import { AppError } from '@tillsight/core'
import { formText } from './request.server.ts'

// Small files in forms. Between its preview and its import a file travels with the form, so that any process may take it
// and none has to keep it.

/** An uploaded file, as bytes. */
export interface FormFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** How much larger than its file a form may be: Base64 adds a third, and there are other fields. */
const overhead = 1.5

/** Reads a form that may hold a file. Throws `invalid_input` for one whose file is larger, before it is taken in. */
export async function readFileForm(request: Request, mostBytes: number): Promise<FormData> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (Number.isNaN(length) || length > mostBytes * overhead + 65_536)
    throw new AppError(
      'invalid_input',
      `The file is larger than ${sizeText(mostBytes)}. Pack it with gzip (.gz), or split it.`,
    )
  return request.formData()
}

/** The uploaded file. Throws `invalid_input` when none was chosen, or it is empty. */
export async function chosenFile(form: FormData): Promise<FormFile> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0)
    throw new AppError('invalid_input', 'The file is empty, or none was chosen.')
  return { name: file.name.slice(-200) || 'file.csv', bytes: await file.bytes() }
}

/** A file as the text of a field. */
export function packFile({ bytes }: FormFile): string {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  return Buffer.from(isPacked ? bytes : gzipSync(bytes)).toString('base64')
}

/** Decodes the file that a form carries along. Throws `invalid_input` when the field does not hold a file. */
export function carriedFile(form: FormData, mostBytes: number): FormFile {
  try {
    const bytes = gunzipSync(Buffer.from(formText(form, 'packed'), 'base64'), { maxOutputLength: mostBytes })
    return { name: formText(form, 'fileName').slice(-200) || 'file.csv', bytes }
  } catch (cause) {
    throw new AppError('invalid_input', 'The file got lost on the way. Choose it again.', { cause })
  }
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} kB`
}
