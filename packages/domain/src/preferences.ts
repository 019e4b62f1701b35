// What a person prefers on one shop: the summary's arrangement, language, theme, currency and decimals. Only what was
// chosen is stored; reading completes it. Must not know how pages draw any of it.
import { AppError, type ShopId, toPersonId } from '@tillsight/core'
import { isJsonObject, isSame, type JsonObject, mergePatch } from '@tillsight/core/merge-patch'
import { findPreference, listOwnPreferences, lockPreference, savePreference } from '@tillsight/database'
import { z } from 'zod'
import {
  type ActorContext,
  defineVerb,
  describeInputProblem,
  ownKey,
  ownWritableKey,
  type Shop,
  type ShopContext,
} from './context/index.ts'
import { type LanguageCode, languages, Preference } from './inputs/index.ts'

/** The specification's defaults. */
export const defaultPreference: Preference = Preference.parse({})

/** A stored preference as this version understands it. */
interface ReadPreference {
  /** What of it can be read; absent keys were never chosen. */
  readonly chosen: JsonObject
  /** With the defaults in place of what is absent. */
  readonly complete: Preference
}

/** Each round finds the faults of one more level; more levels than this are not ours. */
const mostRounds = 8

/** Reads what is stored. What this version cannot read, such as an unknown kind of widget, counts as not chosen. */
export function readPreference(stored: unknown): ReadPreference {
  let chosen: unknown = stored
  for (let round = 0; round < mostRounds && isJsonObject(chosen); round += 1) {
    const result = Preference.safeParse(chosen)
    if (result.success) return { chosen, complete: result.data }
    chosen = leaveOut(chosen, new Set(result.error.issues.map(({ path }) => nameOf(path))))
  }
  return { chosen: {}, complete: defaultPreference }
}

function nameOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String))
}

/** The value without what stands at the paths. */
function leaveOut(value: unknown, wrong: ReadonlySet<string>, path: readonly PropertyKey[] = []): unknown {
  const keep = (key: PropertyKey) => !wrong.has(nameOf([...path, key]))
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => (keep(index) ? [leaveOut(item, wrong, [...path, index])] : []))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => keep(key))
      .map(([key, item]) => [key, leaveOut(item, wrong, [...path, key])]),
  )
}

/** How somebody wants figures and words of a shop printed. */
export interface Display {
  /** The chosen one, or the shop's own. */
  readonly currency: string
  /** Fraction digits of money. */
  readonly decimals: number
  /** Chosen for the shop, or else for the person. */
  readonly language: LanguageCode
  /** The one chosen for the shop; null while the person's own counts. */
  readonly chosenLanguage: LanguageCode | null
  /** Locale of figures. */
  readonly numbers: string
}

/** How figures of a shop are printed for one person. */
export type Displays = (shop: Pick<Shop, 'id' | 'currency'>) => Display

/** What everybody sees who has chosen nothing. */
export const defaultDisplays: Displays = displays('en', new Map())

/** How the actor wants every shop printed, or the one that is named; one query. */
export async function readDisplays({ actor, queries }: ActorContext, shop?: ShopId): Promise<Displays> {
  if (actor.kind !== 'person') return defaultDisplays
  const rows = await listOwnPreferences(queries, {
    personId: toPersonId(actor.id),
    ...(shop === undefined ? {} : { shopId: shop }),
  })
  const spoken = languages.find((language) => language === rows[0]?.language) ?? 'en'
  return displays(spoken, new Map(rows.map((row) => [row.shopId, row.value])))
}

function displays(spoken: LanguageCode, stored: ReadonlyMap<ShopId | null, unknown>): Displays {
  return ({ id, currency }) => {
    const { chosen, complete } = readPreference(stored.get(id) ?? {})
    const has = (key: 'currency' | 'language') => Object.hasOwn(chosen, key)
    const chosenLanguage = has('language') ? complete.language : null
    return {
      currency: has('currency') ? complete.currency : currency,
      decimals: complete.decimal,
      language: chosenLanguage ?? spoken,
      chosenLanguage,
      numbers: complete.numbers,
    }
  }
}

/** What the person prefers on the shop, completed by the specification's defaults; others than people get these only. */
export const getPreference = defineVerb({
  name: 'preference.get',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: Preference,
  async run(ctx: ShopContext) {
    return readPreference((await findPreference(ctx.queries, ownKey(ctx))) ?? {}).complete
  },
})

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
