import { AppError } from '@tillsight/core'
import { isJsonObject, type JsonObject } from '@tillsight/core/merge-patch'

const mostBytes = 64 * 1024
const mostLevels = 16

/** Throws `invalid_input` for what nests too deeply or holds text that cannot be stored. */
export function assertStorable(patch: JsonObject): void {
  let level: unknown[] = [patch]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) throw new AppError('invalid_input', `A preference nests ${mostLevels} levels at most.`)
    const texts = level.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])).concat(level.filter(isText))
    if (!texts.every(isStorableText)) {
      throw new AppError('invalid_input', 'The preference holds a character that cannot be stored. Remove it.')
    }
    level = level.flatMap(childrenOf)
  }
}

/** Throws `invalid_input` for a preference that has grown too large to be read with every page. */
export function assertSmall(value: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= mostBytes) return
  throw new AppError(
    'invalid_input',
    `The preference is larger than ${mostBytes / 1024} KB. Remove widgets that you do not need any more.`,
  )
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isJsonObject(value) ? Object.values(value) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** PostgreSQL's JSON has neither a zero byte nor half a character. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
