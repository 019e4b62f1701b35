import type { RouteConfigEntry } from '@react-router/dev/routes'
import { tables } from '@tillsight/warehouse'
import { sql } from 'kysely'
import { z } from 'zod'
import { languages } from '../app/language/languages.ts'
import routes from '../app/routes.ts'
import { type CommandLine, openCommandLine } from '../server/testing/command-line.ts'
import { answerCases } from './answers.ts'
import { type Case, type Cases, hashOf, normalise, stableJson } from './case.ts'
import { creditCases } from './credit-queries.ts'
import { htmlText } from './html-text.ts'
import { askText, frozenShops, openSessions } from './http.ts'
import { identityCases } from './identity.ts'
import { metricCases } from './metric-queries.ts'
import type { productParts, sourceParts } from './part-names.ts'
import type { FrozenProduct } from './product.ts'
import { begins, clockVariables } from './shifted-clock.ts'

// Every address of the app as a browser without scripts is shown it: for two shops, three people and all languages.

/** Values of path parameters, some of which the demo has and some nobody has. */
const values: Readonly<Record<string, readonly string[]>> = {
  ':domain': frozenShops,
  ':platform': ['woocommerce', 'shopify', 'googleads', 'metaads', 'tiktokads'],
  ':order': ['1'],
  ':token': ['no-such-token'],
  ':import': ['00000000-0000-4000-8000-000000000000'],
  '*': ['no/such/page'],
}

/** Query strings of page states. */
const searches: Readonly<Record<string, readonly string[]>> = {
  '/shop/:domain': [
    '?f=country:DE&range=mtd&compare=year',
    '?open=returns',
    '?customise=1',
    '?currency=USD',
    '?note=new',
    '?from=2019-01-01&to=2019-01-31',
  ],
  '/shop/:domain/attributions': ['?tab=models', '?tab=paths', '?place=channel:(not_tracked)', '?model=shapley'],
  '/shop/:domain/campaigns': ['?currency=USD', '?level=ad'],
  '/shop/:domain/hub': ['?currency=ISK'],
  '/shop/:domain/tracking/googleads': ['?check=https://shop.example/?utm_source=google'],
}

const addresses = patternsOf(routes, '').flatMap((pattern) =>
  pathsOf(pattern).flatMap((path) => ['', ...(searches[pattern] ?? [])].map((search) => `${path}${search}`)),
)

// All rows of both stores after the import: their number, and for each column a sum of hashes, independent of order.

/** Columns that depend on the order of writes, duplicate the shop, or hash the rest including times. */
const meaningless = new Set(['shop_id', 'version', 'is_deleted', 'content_hash'])

/**
 * Varying parts, cut out of texts: ports, signatures of picture addresses, instants of the run's day, and the time of a
 * store's response, which comes from the machine's clock.
 */
const passing =
  '"seenAt":"[^"]*"|(localhost|127[.]0[.]0[.]1):[0-9]+|[?](oe|x-expires)=[^ "]+|2026-05-14T[0-9:.]+(Z|[+-][0-9:]+)?'

/** Tables about the installation's state rather than facts. */
const notFacts =
  /^(?:auth_|kysely_|job_progress|frozen_|installation$|pending_connects$|people$|fact_versions$|sync_states$)/

/** Encrypted with a random nonce each time. */
const sealed = /\\\\x[0-9a-f]{20,}/g

// The command-line tool: its help, and the output of its reading commands beside the running product.
const days = ['--from', '2026-04-01', '--to', '2026-04-30']
const reading: readonly (readonly string[])[] = [
  ['metrics'],
  ['metrics', ...days, '--interval', 'week', '--compare', 'previous_period'],
  ['metrics', 'sales', 'orders', ...days, '--by', 'country'],
  ['metrics', 'adSpend', 'claimedRoas', ...days, '--by', 'channel', '--currency', 'USD'],
  ['changes'],
  ['connections'],
  ['rates', 'show'],
  ['spend', 'list'],
  ['import', 'list'],
  ['survey', 'report'],
  ...['metrics', 'ledger', 'orders', 'customers', 'attribution'].flatMap((what) =>
    ['csv', 'json'].map((format) => ['export', what, ...days, '--format', format]),
  ),
]

/** Parts that need nothing but the source. */
export const ofSource: Readonly<Record<(typeof sourceParts)[number], () => Cases>> = {
  queries: queryCases,
  identity: identityCases,
}

/** Parts that need the running product. */
export const ofProduct: Readonly<Record<(typeof productParts)[number], (product: FrozenProduct) => Cases>> = {
  facts: factCases,
  api: answerCases,
  commands: commandCases,
  html: pageCases,
}

async function* queryCases(): Cases {
  yield* metricCases()
  yield* creditCases()
}

/** All of them. */
async function* commandCases({ variables }: FrozenProduct): AsyncIterable<Case> {
  const leave: (() => Promise<void>)[] = []
  const line = openCommandLine({ after: (work) => void leave.push(work) }, { ...variables, ...clockVariables() })
  try {
    yield* helpCases(line, [])
    for (const args of [['shop', 'list'], ['doctor']]) yield await caseOf(line, args)
    for (const shop of frozenShops) {
      for (const args of reading) yield await caseOf(line, [...args, '--shop', shop])
    }
  } finally {
    for (const work of leave) await work()
  }
}

/** The help of a command and its subcommands. */
async function* helpCases(line: CommandLine, command: readonly string[]): AsyncIterable<Case> {
  const { key, text } = await caseOf(line, [...command, '--help'])
  yield { key, text }
  const list = text.split('\nCommands:\n')[1] ?? ''
  for (const [, name = ''] of list.matchAll(/^ {2}([a-z][\w-]*)/gm)) {
    if (name !== 'help') yield* helpCases(line, [...command, name])
  }
}

async function caseOf(line: CommandLine, args: readonly string[]): Promise<Case> {
  const { code, out, err } = await line.run(...args)
  const text = normalise(`${code}\n${out}\n--- standard error\n${err}`)
  return { key: args.join(' ').replaceAll('--', ''), text: machineless(text) }
}

/** Removes lines of `doctor` about this machine, and warnings that appear only when one process runs many commands. */
function machineless(text: string): string {
  return text
    .replace(/^\(.*(?:MaxListenersExceededWarning|--trace-warnings).*\n/gm, '')
    .replace(/[\d.]+ GB free for \S+/g, '… GB free')
    .replace(/Node: \d[\d.]*/g, 'Node: …')
    .replace(/\/\S*tillsight-frozen-\w+/g, '<data>')
}

/** Cases of the warehouse's tables by shop, and of PostgreSQL's. */
async function* factCases(product: FrozenProduct): AsyncIterable<Case> {
  const shops = await product.runtime.stores.database.kysely.selectFrom('shops').select(['id', 'domain']).execute()
  for (const { id, domain } of shops) {
    const warehouse = product.runtime.stores.warehouse.for(id)
    for (const { name, columns } of tables) {
      const known = Object.entries(columns).filter(([column]) => !meaningless.has(column))
      const sums = known.map(([column, type]) => `toString(sum(cityHash64(${valueSql(column, type)}))) AS of_${column}`)
      const whole = known.map(([column, type]) => valueSql(column, type)).join(', ')
      const query = `SELECT toString(count()) AS rows, toString(sum(cityHash64(${whole}))) AS whole_rows, ${sums.join(', ')}
        FROM ${name} WHERE shop_id = {shop:UUID}`
      const [found] = await warehouse.read({ sql: query, params: {} }, z.record(z.string(), z.string()))
      yield { key: `warehouse/${domain}/${name}`, text: stableJson(found) }
    }
  }
  yield* databaseCases(product)
}

/** Times during the run are replaced with its start. */
function valueSql(column: string, type: string): string {
  const bare = type.replace(/ CODEC.*$/, '')
  if (bare === 'String') return `replaceRegexpAll(${column}, '${passing}', '')`
  if (!bare.startsWith('DateTime')) return `toString(${column})`
  return `toString(least(${column}, parseDateTime64BestEffort('${begins}', 3, 'UTC')))`
}

async function* databaseCases({ runtime }: FrozenProduct): AsyncIterable<Case> {
  const db = runtime.stores.database.kysely
  const { rows: names } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db)
  for (const { name } of names) {
    if (notFacts.test(name)) continue
    const { rows } = await sql<{
      row: string
    }>`SELECT to_jsonb(each)::text AS row FROM ${sql.table(name)} each`.execute(db)
    const lines = rows.map(({ row }) => normalise(row.replace(sealed, '<bytes>'))).toSorted()
    const shown = lines.length <= 100 ? lines : [...lines.slice(0, 50), `… all: ${hashOf(lines.join('\n'))}`]
    yield { key: `database/${name}`, text: [`${lines.length} rows`, ...shown].join('\n') }
  }
}

/** All of them. */
async function* pageCases({ address }: FrozenProduct): AsyncIterable<Case> {
  const sessions = await openSessions(address)
  for (const [person, cookie] of Object.entries(sessions)) {
    for (const language of languages) {
      for (const path of new Set(addresses)) {
        // Exports are the same in all languages, and limited per person.
        if (path.includes('.csv') && language !== 'en') continue
        const init = { headers: { cookie, 'accept-language': language, 'user-agent': 'Mozilla/5.0 Firefox/140.0' } }
        const read = (body: string, type: string) => (type.startsWith('text/html') ? htmlText(body) : body)
        yield { key: `${person}/${language}${path}`, text: await askText({ address, path, init }, read) }
      }
    }
  }
}

/** The patterns of all routes that can be opened: with a file, and not a layout. */
function patternsOf(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, index = false, children = [] }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`
    const own = path === undefined && !index ? [] : [pattern || '/']
    return [...own, ...patternsOf(children, pattern)]
  })
}

/** The addresses of a pattern. */
function pathsOf(pattern: string): string[] {
  const part = Object.keys(values).find((each) => pattern.includes(each))
  if (part === undefined) return [pattern]
  return (values[part] ?? []).flatMap((value) => pathsOf(pattern.replace(part, value)))
}
