import { isAppError } from '@tillsight/core'
import { endOfDay, parseDay, startOfDay } from '@tillsight/core/days'
import type { AuditAction, AuditEntry, OrganisationVerbs, RunVerb, VerbInput } from '@tillsight/domain'
import { localesOfNumbers } from '@tillsight/domain/inputs'
import { platformFaces } from '@tillsight/platforms'
import { whatText } from '../../blocks/cost-changes/change-text.server.ts'
import { instantText, rangeText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import { shownTexts } from '../../language/pseudo.server.ts'
import type { ActivityFilters, ActivityLabels, ActivityModel } from './model.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

type Run = RunVerb<OrganisationVerbs>
type Search = VerbInput<OrganisationVerbs['audit.list']>
interface Words {
  readonly labels: ActivityLabels
  readonly actions: Readonly<Record<AuditAction, string>>
  /** Names of fields that changed. */
  readonly fields: Readonly<Record<string, string>>
  /** Words among the values of fields. */
  readonly values: Readonly<Record<string, string>>
}

/** The texts of all languages; a missing one is a compile error. */
export const activityWords: Readonly<Record<Language, Words>> = shownTexts({ en, de, fr, es, nl, ar })

const pageWords = wordsOfPage({
  en: en.labels,
  de: de.labels,
  fr: fr.labels,
  es: es.labels,
  nl: nl.labels,
  ar: ar.labels,
})

/** Where and for whom it is printed. */
export interface ActivityPlace {
  /** Days and times are the shop's. */
  readonly zone: string
  readonly language: Language
}

const perPage = 50
const names = ['from', 'to', 'actor', 'action', 'shop'] as const

/** The page for its address. */
export async function loadActivity(
  run: Run,
  search: URLSearchParams,
  { zone, language }: ActivityPlace,
): Promise<ActivityModel> {
  const words = activityWords[language]
  const place = { labels: words.labels }
  const filters = readFilters(search)
  const cursor = search.get('cursor')
  try {
    const question = { ...toSearch(filters, zone), limit: perPage, ...(cursor === null ? {} : { cursor }) }
    const [{ items, next }, actors, shops, { days, mayChange }] = await Promise.all([
      run('audit.list', question),
      run('audit.actors'),
      run('shop.list'),
      run('audit.retention'),
    ])
    const filtered = searchOf(filters)
    return {
      ...place,
      about: pageWords.say(language)('about', { days }),
      log: {
        days: mayChange ? days : null,
        entries: items.map((entry) => printEntry(entry, { zone, language })),
        filters,
        actors: actors.items.map((actor) => ({ value: actor.id, label: actorText(actor, words) })),
        actions: Object.entries(words.actions).map(([value, label]) => ({ value, label })),
        shops: shops.map(({ domain, name }) => ({ value: domain, label: name })),
        next: next === null ? null : `?${searchOf(filters, { cursor: next })}`,
        isLater: cursor !== null,
        file: filtered.size === 0 ? '' : `?${filtered}`,
      },
    }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return { ...place, about: '', log: null }
    throw failure
  }
}

const mostRows = 20_000
const perRead = 1000

/** The entries that the address asks for, as lines of a file; the newest ones where there are too many. */
export async function loadActivityLines(run: Run, search: URLSearchParams, zone: string): Promise<string[][]> {
  const question = toSearch(readFilters(search), zone)
  const lines = [
    ['at', 'actor_kind', 'actor', 'action', 'target_kind', 'target', 'shop', 'changes', 'network', 'agent'],
  ]
  let cursor: string | undefined
  do {
    const { items, next } = await run('audit.list', { ...question, limit: perRead, ...(cursor && { cursor }) })
    for (const { at, actor, action, target, shop = '', changes = [], origin } of items) {
      const who = [actor.kind, actor.name || actor.id]
      const changed = changes.length === 0 ? '' : JSON.stringify(changes)
      lines.push([at, ...who, action, target.kind, target.name || target.id, shop, changed, origin.ip, origin.agent])
    }
    cursor = next ?? undefined
  } while (cursor !== undefined && lines.length < mostRows)
  return lines
}

function readFilters(search: URLSearchParams): ActivityFilters {
  const [from = '', to = '', actor = '', action = '', shop = ''] = names.map((name) => search.get(name)?.trim() ?? '')
  return { from: dayOrNone(from), to: dayOrNone(to), actor, action: action in en.actions ? action : '', shop }
}

/** An address that was typed by hand asks for all days. */
function dayOrNone(text: string): string {
  try {
    return parseDay(text)
  } catch {
    return ''
  }
}

function toSearch({ from, to, actor, action, shop }: ActivityFilters, zone: string): Search {
  return {
    ...(from === '' ? {} : { from: startOfDay(parseDay(from), zone).toISOString() }),
    ...(to === '' ? {} : { to: endOfDay(parseDay(to), zone).toISOString() }),
    ...(actor === '' ? {} : { actor }),
    // Only known ones are read.
    ...(action === '' ? {} : { action: action as NonNullable<Search['action']> }),
    ...(shop === '' ? {} : { shop }),
  }
}

function searchOf(filters: ActivityFilters, more: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams([...Object.entries(filters), ...Object.entries(more)].filter(([, value]) => value !== ''))
}

/** Prints an entry as a sentence. */
export function printEntry(
  { id, at, actor, action, target, shop, changes = [], origin }: AuditEntry,
  { zone, language }: ActivityPlace,
): NonNullable<ActivityModel['log']>['entries'][number] {
  const words = activityWords[language]
  const { labels } = words
  const say = pageWords.say(language)
  // A person who does something to their own account need not be named twice.
  const isNamed = target.name !== '' && target.id !== actor.id
  const sentence = say(isNamed ? 'sentence' : 'plain', {
    actor: actorText(actor, words),
    action: Reflect.get(words.actions, action) ?? action,
    target: nameOf(target, language),
  })
  const about = [instantText(at, zone, language), shop, origin.ip].filter((part) => part !== undefined && part !== '')
  const told = changes.map(({ field: key, before, after }) => {
    // Answers of a survey are fields of their own, and are called what people typed.
    const known = action === 'survey.mappings' ? undefined : words.fields[key]
    const field = known ?? `<value>${key}</value>`
    const valueOf = (value: Value) => valueText(value, { field: key, zone, language })
    if (before === null && after === 'changed') return say('set', { field, after: labels.changed })
    return before === null
      ? say('set', { field, after: valueOf(after) })
      : say('moved', { field, before: valueOf(before), after: valueOf(after) })
  })
  return { id, sentence, about: about.join(' · '), changes: told }
}

/** A connection is named by its connector in the log, and a change of costs by what it was. */
function nameOf({ kind, name }: AuditEntry['target'], language: Language): string {
  if (kind === 'cost_change') return whatText(name, language)
  return kind === 'connection' || kind === 'conversions' ? platformName(name) : name
}

function platformName(platform: string): string {
  return platformFaces.find(({ id }) => id === platform)?.name ?? platform
}

type Value = NonNullable<AuditEntry['changes']>[number]['after']

function actorText({ kind, id, name }: AuditEntry['actor'], { labels }: Words): string {
  if (kind === 'system') return id === 'command_line' ? labels.commandLine : `${labels.system} (${name})`
  if (kind === 'key') return `${name} (${labels.key})`
  return kind === 'mcp' || kind === 'support' ? `${name} (${labels[kind]})` : name || id
}

interface ValuePlace extends ActivityPlace {
  readonly field: string
}

/** A value as people write it: entries have instants, days, ids and numbers as code does. */
function valueText(value: Value, { field, zone, language }: ValuePlace): string {
  const text = Array.isArray(value)
    ? new Intl.ListFormat(language, { type: 'unit' }).format(value)
    : String(value ?? '')
  if (text === '') return activityWords[language].labels.nothing
  if (Array.isArray(value) || typedFields.has(field)) return text
  if (typeof value === 'number' || field === 'amount') return numberText(Number(value), language)
  return field === 'platform' ? platformName(text) : textOf(text, { zone, language })
}

/** What people typed stays as it is, even where it looks like a day. */
const typedFields: ReadonlySet<string> = new Set(['name', 'text', 'note', 'reason', 'channel', 'campaign', 'formula'])

function textOf(text: string, { zone, language }: ActivityPlace): string {
  const [from, to] = days.exec(text)?.slice(1) ?? []
  if (from !== undefined) return rangeText({ from, to: to ?? from }, language)
  return instants.test(text) ? instantText(text, zone, language) : (activityWords[language].values[text] ?? text)
}

/** A day, or two. */
const days = /^(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?$/

const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function numberText(value: number, language: Language): string {
  return new Intl.NumberFormat(localesOfNumbers[language], { maximumFractionDigits: 20 }).format(value)
}
