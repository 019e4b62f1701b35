import type { ConversionEntry, ConversionState, Conversions, ShopVerbs, VerbOutput } from '@tillsight/domain'
import { href } from 'react-router'
import { figureText, instantText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ConversionsModel, LogFilter, LogModel, SentPart, SetupModel } from './model.ts'
import { nameKeys, printEntry, printHealth } from './print-conversions.server.ts'
import { pageWords } from './words.server.ts'

const perPage = 25

const confirmations = ['saved', 'on', 'off', 'resent'] as const

/** Status of sending orders to a platform, and what the address selects: `orders`, `page`, `choose`, `told`. */
export async function loadConversions(
  services: ShopServices,
  platform: string,
  search: URLSearchParams,
): Promise<ConversionsModel> {
  const { shop, may } = services
  const mayArrange = may.changeTracking
  const [told, log, choices] = await Promise.all([
    services.run('conversions.get', { platform }),
    may.openOrders ? loadLog(services, platform, search) : null,
    mayArrange && search.has('choose') ? services.run('conversions.destinations', { platform }) : null,
  ])
  const { terms } = told
  const say = pageWords.say(shop.display.language)
  const done = confirmations.find((known) => known === search.get('told'))
  return {
    name: told.label,
    api: told.api,
    documentation: told.documentation,
    ...statusOf(told, services),
    isSetUp: told.isSetUp,
    lacks: told.lacks,
    mayArrange,
    setup: toSetup(told, choices, search),
    log: log && withCounts(log, told, { services, search }),
    health: told.health.sent > 0 || told.enabled ? printHealth(told, shop) : null,
    sent: sentParts(told, shop.display.language),
    deduplication: terms.deduplication,
    corrections: terms.correctionNote,
    mostDays: terms.mostDays,
    done: done === undefined ? null : say(`told.${done}`),
  }
}

/** While sending is switched off, problems are ignored. */
function statusOf({ enabled, since, problem }: Conversions, { shop: { zone, display } }: Pick<ShopServices, 'shop'>) {
  const say = pageWords.say(display.language)
  if (!enabled) return { isOn: false, standing: say('status.offText'), problem: null }
  const time = since === null ? '' : instantText(since, zone, display.language)
  const standing = say('status.since', { time })
  return { isOn: true, standing, problem: problem?.message ?? null }
}

function toSetup(
  { setup, terms }: Conversions,
  choices: VerbOutput<ShopVerbs['conversions.destinations']> | null,
  search: URLSearchParams,
): SetupModel {
  const { destination, eventName, consent, value, itemId, hasToken } = setup
  return {
    typed: { destination, eventName, consent, value, itemId, token: '', forgetToken: false },
    destination: terms.destination,
    token: terms.token,
    hasToken,
    eventNames: terms.eventNames,
    choices: choices && { list: choices.destinations, message: choices.message },
    askTo: addressWith(search, { choose: '1', told: null }),
    fixture: { needsCode: terms.trial === 'code', note: terms.trialNote },
  }
}

/** List of the data that leaves the shop. */
function sentParts({ terms }: Conversions, language: Language): SentPart[] {
  const say = pageWords.say(language)
  const people = Object.values(terms.keys).filter((label) => !/click|browser/.test(label))
  const visits = Object.values(terms.keys).filter((label) => /click|browser/.test(label))
  return [
    { text: say('about.order'), names: null },
    { text: say('about.people'), names: nameKeys(people, language) },
    { text: say('about.visit'), names: nameKeys(visits, language) },
  ]
}

const filters = {
  all: { states: [] },
  sent: { states: ['sent'] },
  waiting: { states: ['waiting'] },
  refused: { states: ['refused'] },
  given_up: { states: ['given_up'] },
  no_consent: { states: ['no_consent'] },
  left_out: { states: ['left_out'] },
} as const satisfies Record<string, { readonly states: readonly ConversionState[] }>

type FilterKey = keyof typeof filters

function isFilter(text: string): text is FilterKey {
  return Object.hasOwn(filters, text)
}

function filterOf(search: URLSearchParams): FilterKey {
  const key = search.get('orders') ?? 'all'
  return isFilter(key) ? key : 'all'
}

/** The address's filter on states; empty: all. */
export function statesOf(search: URLSearchParams): readonly ConversionState[] {
  return filters[filterOf(search)].states
}

function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 && page < 40_000 ? page : 1
}

type Log = VerbOutput<ShopVerbs['conversions.list']>

async function loadLog(services: ShopServices, platform: string, search: URLSearchParams): Promise<Log> {
  const options = { states: statesOf(search), skip: (pageOf(search) - 1) * perPage, most: perPage }
  return await services.run('conversions.list', { platform, ...options })
}

const rowsAtOnce = 1_000

/**
 * The whole log, or its entries with these states, latest orders first. Read page by page: an order placed meanwhile shifts
 * others to the next page, where duplicates are skipped.
 */
export async function loadWholeLog(
  { run }: Pick<ShopServices, 'run'>,
  platform: string,
  states: readonly ConversionState[],
): Promise<readonly ConversionEntry[]> {
  const found = new Map<string, ConversionEntry>()
  for (let skip = 0; ; skip += rowsAtOnce) {
    const { entries } = await run('conversions.list', { platform, states, skip, most: rowsAtOnce })
    for (const entry of entries) found.set(entry.order, entry)
    if (entries.length < rowsAtOnce) return [...found.values()]
  }
}

function withCounts(
  { entries, count }: Log,
  { platform, counts, terms }: Conversions,
  { services, search }: { readonly services: ShopServices; readonly search: URLSearchParams },
): LogModel {
  const { shop } = services
  const say = pageWords.say(shop.display.language)
  const current = filterOf(search)
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const countOf = (states: readonly string[]) =>
    states.length === 0 ? total : states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const page = pageOf(search)
  const last = Math.max(1, Math.ceil(count / perPage))
  const to = (wanted: number) => addressWith(search, { page: wanted === 1 ? null : String(wanted), told: null })
  return {
    filters: Object.keys(filters)
      .filter(isFilter)
      .map(
        (key): LogFilter => ({
          key,
          label: say(`filter.${key}`),
          count: figureText(String(countOf(filters[key].states)), 'count', shop.display),
          to: addressWith(search, { orders: key === 'all' ? null : key, page: null, told: null }),
          isCurrent: key === current,
        }),
      ),
    rows: entries.map((entry) => printEntry(entry, { keys: terms.keys, zone: shop.zone, display: shop.display })),
    pages: {
      before: page > 1 ? to(page - 1) : null,
      after: page < last ? to(page + 1) : null,
      text: last > 1 ? say('log.page', { page, last }) : null,
    },
    failed: countOf(['refused', 'given_up']),
    fileTo: fileAddress(services, platform, current),
  }
}

function fileAddress({ shop: { domain } }: ShopServices, platform: string, filter: FilterKey): string {
  const to = href('/shop/:domain/tracking/:platform/orders.csv', { domain, platform })
  return filter === 'all' ? to : `${to}?orders=${filter}`
}

/** The present address with some parameters changed; null removes one. */
function addressWith(search: URLSearchParams, change: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `?${next}`
}
