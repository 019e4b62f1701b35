import { AppError } from '@tillsight/core'
import { isJsonObject, isSame, type JsonObject, mergePatch } from '@tillsight/core/merge-patch'
import { lockPreference, savePreference } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, describeInputProblem, ownWritableKey, type ShopContext } from '../context/index.ts'
import { Preference } from '../inputs/index.ts'
import { defaultPreference, readPreference } from './stored-preference.ts'

const mostBytes = 64 * 1024
const mostLevels = 16

/** More would not fit a page; the pins among them do not count. */
const mostWidgets = 300

/**
 * Merges a change into what the person prefers on the shop, as RFC 7396 says: absent keys stay, null removes, lists are
 * replaced. Changes of different keys at the same time all stay. Throws `invalid_input` whose `details` are messages
 * keyed by field.
 */
export const changePreference = defineVerb({
  name: 'preference.change',
  needs: 'shops:read',
  access: 'write',
  input: z.object({
    preference: z
      .unknown()
      .pipe(z.custom<JsonObject>(isJsonObject, '“preference” is not a JSON object: expected what changes in it.')),
  }),
  output: Preference,
  async run(ctx: ShopContext, { preference: patch }) {
    const key = ownWritableKey(ctx)
    assertStorable(patch)
    const stored = await lockPreference(ctx.queries, key)
    const change = isWhole(patch) ? leaveOutRepeated(patch, stored, defaultPreference) : patch
    const result = complete(mergePatch(readPreference(stored).chosen, change))
    // What only another version can read stays for it.
    const value = mergePatch(stored, change)
    assertSmall(value)
    if (!isSame(stored, value)) await savePreference(ctx.queries, key, value)
    return result
  },
})

function complete(merged: JsonObject): Preference {
  const result = Preference.safeParse(merged)
  if (!result.success) {
    const [first] = result.error.issues
    throw new AppError('invalid_input', first ? describeInputProblem(first) : 'The preference is not valid.', {
      details: Object.fromEntries(
        result.error.issues.map((issue) => [issue.path.join('.'), describeInputProblem(issue)]),
      ),
      cause: result.error,
    })
  }
  const widgets = Object.keys(result.data.summary.stats).length - 1
  if (widgets <= mostWidgets) return result.data
  const message = `There are ${widgets} widgets; ${mostWidgets} are kept at most. Remove some first.`
  throw new AppError('invalid_input', message, { details: { 'summary.stats': message } })
}

const wholeKeys: readonly (keyof Preference)[] = ['summary', 'language', 'theme', 'currency', 'decimal']

/** Whether somebody sends back everything they were given, of which they changed a part. */
function isWhole(patch: JsonObject): boolean {
  return wholeKeys.every((key) => Object.hasOwn(patch, key))
}

/**
 * Defaults that were shown and come back were not chosen: storing them would take an unchosen currency for dollars. Who
 * does choose a default names it alone.
 */
function leaveOutRepeated(patch: JsonObject, stored: JsonObject, defaults: JsonObject): JsonObject {
  const chosen = Object.entries(patch).flatMap(([key, value]): [string, unknown][] => {
    const before = Object.hasOwn(stored, key) ? stored[key] : undefined
    const usual = Object.hasOwn(defaults, key) ? defaults[key] : undefined
    if (before === undefined && isSame(value, usual)) return []
    if (!isJsonObject(value) || !isJsonObject(usual)) return [[key, value]]
    return [[key, leaveOutRepeated(value, isJsonObject(before) ? before : {}, usual)]]
  })
  return Object.fromEntries(chosen)
}

/** Throws `invalid_input` for what nests too deeply or holds text that cannot be stored. */
function assertStorable(patch: JsonObject): void {
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
function assertSmall(value: JsonObject): void {
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
