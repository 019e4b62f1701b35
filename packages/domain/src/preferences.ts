// A person's preferences for one shop: summary layout, language, theme, currency and decimals. Only choices are stored;
// reading adds the defaults. Must not know how pages draw any of it.
import { AppError } from '@tillsight/core'
import { isJsonObject, isSame, type JsonObject, mergePatch } from '@tillsight/core/merge-patch'
import { lockPreference, savePreference } from '@tillsight/database'
import { z } from 'zod'
import {
  createShopReads,
  defineVerb,
  describeInputProblem,
  type OwnArrangements,
  ownWritableKey,
  type Shop,
  type ShopContext,
} from './context/index.ts'
import { type LanguageCode, languages, localesOfNumbers, Preference } from './inputs/index.ts'

/** The defaults from the specification. */
export const defaultPreference: Preference = Preference.parse({})

/** A stored preference as this version reads it. */
interface ReadPreference {
  /** The readable part; absent keys were never chosen. */
  readonly chosen: JsonObject
  /** With defaults for absent keys. */
  readonly complete: Preference
}

/** Each round removes the faults of one more level; valid preferences have fewer levels. */
const mostRounds = 8

/** Reads a stored preference. Values this version cannot read, such as an unknown kind of widget, count as not chosen. */
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

/** The value without the entries at these paths. */
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

/** How a person wants a shop's figures and texts formatted. */
export interface Display {
  /** The chosen currency, or the shop's own. */
  readonly currency: string
  /** Number of decimals for money. */
  readonly decimals: number
  /** The language chosen for the shop, else the person's. */
  readonly language: LanguageCode
  /** The language chosen for the shop; null if the person's own applies. */
  readonly chosenLanguage: LanguageCode | null
  /** Locale for formatting numbers. */
  readonly numbers: string
}

/** The formatting for people who have chosen nothing. */
export function defaultDisplay({ shop }: Pick<ShopContext, 'shop'>): Display {
  return displayOf(shop, { language: 'en', preference: null })
}

/** Reads how the actor wants the shop's figures formatted. */
export async function readDisplay(ctx: Pick<ShopContext, 'queries' | 'shop' | 'actor' | 'reads'>): Promise<Display> {
  const { shop, reads = createShopReads(ctx) } = ctx
  const own = await reads.own()
  return own ? displayOf(shop, own) : defaultDisplay(ctx)
}

function displayOf(
  { currency }: Shop,
  { language: spoken, preference }: Pick<OwnArrangements, 'language' | 'preference'>,
): Display {
  const { chosen, complete } = readPreference(preference ?? {})
  const has = (key: 'currency' | 'language') => Object.hasOwn(chosen, key)
  const chosenLanguage = has('language') ? complete.language : null
  const language = chosenLanguage ?? languages.find((known) => known === spoken) ?? 'en'
  return {
    currency: has('currency') ? complete.currency : currency,
    decimals: complete.decimal,
    language,
    chosenLanguage,
    numbers: complete.numbers === 'auto' ? localesOfNumbers[language] : complete.numbers,
  }
}

/** The person's preferences for the shop, completed by the specification's defaults; other actors get the defaults only. */
export const getPreference = defineVerb({
  name: 'preference.get',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: Preference,
  async run(ctx: ShopContext) {
    const { reads = createShopReads(ctx) } = ctx
    return readPreference((await reads.own())?.preference ?? {}).complete
  },
})

const mostBytes = 64 * 1024
const mostLevels = 16

/** More would not fit a page; the pins are not included. */
const mostWidgets = 300

/**
 * Merges a change into the person's preferences for the shop, by RFC 7396: absent keys stay, null removes, lists are
 * replaced. Concurrent changes of different keys are all kept. Throws `invalid_input` whose `details` are messages keyed by
 * field.
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
    // Values that only another version can read are kept for it.
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

/** Whether the patch is a complete preference sent back with a few changes. */
function isWhole(patch: JsonObject): boolean {
  return wholeKeys.every((key) => Object.hasOwn(patch, key))
}

/**
 * Removes defaults that were sent back unchanged: storing them would turn an unchosen currency into dollars, for instance. To
 * choose a default explicitly, a patch names it alone.
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

/** Throws `invalid_input` for a patch that is nested too deeply or contains text that cannot be stored. */
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

/** Throws `invalid_input` for a preference that is too large to be read with every page. */
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

/** PostgreSQL's JSON allows neither a zero byte nor an unpaired surrogate. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
