import { AppError, toConnectionId } from '@tillsight/core'
import { type ConnectionView, type ShopVerbs, type SyncProgress, syncNow, type VerbInput } from '@tillsight/domain'
import { type StorePlatform, storePlatforms } from '@tillsight/platforms'
import { type Connector, connectorList } from '@tillsight/platforms/connectors'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { createProgress, print, toTable } from './output.ts'
import { addShopCommand, type ShopOptions, shopOption, withShop } from './session.ts'

interface StoreOptions extends ShopOptions {
  readonly url: string
  readonly write?: boolean
}

/** The fields of the platform’s connector are added as options. */
interface AdOptions extends ShopOptions {
  readonly account?: string[]
}

interface SyncOptions extends ShopOptions {
  readonly connector?: string
  readonly since?: Date
  readonly full?: boolean
}

/** `connect`, `connections` and `sync`. */
export function addConnectCommands(program: Command): void {
  const connect = program.command('connect').description('connect a platform to a shop')
  for (const store of storePlatforms) addStore(connect, store)
  for (const platform of connectorList) if (platform.ads) addAdPlatform(connect, platform)
  addShopCommand(program, 'connections', 'how the connections of a shop stand').action(showConnections)
  program
    .command('sync')
    .description('read what is new from the connected platforms, and the rest of the history')
    .requiredOption(...shopOption)
    .option('--connector <id>', 'only this platform')
    .option('--since <date>', 'read again everything changed since this day', parseSince)
    .option('--full', 'read the whole history again')
    .option('--json', 'print JSON')
    .action(sync)
}

function addStore(connect: Command, { id, command: { about, url, options, write } }: StorePlatform): void {
  const command = connect
    .command(id)
    .description(about)
    .requiredOption(...shopOption)
    .requiredOption('--url <url>', url)
  for (const option of options) {
    if (option.isNeeded) command.requiredOption(option.flag, option.about)
    else command.option(option.flag, option.about)
  }
  if (write !== undefined) command.option('--write', write)
  const keys = ['url', ...options.map(({ flag }) => new Option(flag).attributeName())]
  command.option('--json', 'print JSON').action((given: StoreOptions) => connectStore(id, keys, given))
}

async function connectStore(connector: string, keys: readonly string[], options: StoreOptions): Promise<void> {
  const typed: Readonly<Record<string, unknown>> = { ...options }
  const values = Object.fromEntries(keys.map((key) => [key, typeof typed[key] === 'string' ? typed[key] : '']))
  await connectBy(options, { connector, values, access: toAccess(options.write ?? false) })
}

/** Adds a platform whose options are the fields of its connector. */
function addAdPlatform(connect: Command, { id, label, connect: { fields } }: Connector): void {
  const command = connect
    .command(id)
    .description(`connect ${label} with a token; in the browser it needs none`)
    .requiredOption(...shopOption)
  for (const { key, label: name, help } of fields) {
    const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <${key === 'token' ? 'token' : 'value'}>`
    const about = `${name}: ${help}`
    if (key === 'token') command.requiredOption(flag, about)
    else command.option(flag, about)
  }
  command
    .option('--account <id...>', 'ad accounts to read; without it the only one, else none until they are chosen')
    .option('--json', 'print JSON')
    .action((options: AdOptions) => connectAds(id, options))
}

async function connectAds(connector: string, { shop, json, account, ...typed }: AdOptions): Promise<void> {
  const values = Object.fromEntries(
    Object.entries<unknown>(typed).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
  await withShop({ name: 'connect', domain: shop }, async ({ run }) => {
    const { id } = await run('connection.connect', { connector, values, access: 'read' })
    if (account) await run('ads.chooseAccounts', { connection: id, accounts: account })
    const view = (await run('connection.list')).find((each) => each.id === id)
    const accounts = view?.adAccounts ?? []
    const table = toTable(
      ['account', 'name', 'currency', 'zone', 'read', 'note'],
      accounts.map((each) => [each.id, each.name, each.currency, each.zone, each.chosen ? 'yes' : 'no', each.note]),
    )
    const next = accounts.some(({ chosen }) => chosen)
      ? `Read its days now with: tillsight sync --shop ${shop} --connector ${connector}`
      : 'No account is read yet. Run this again with --account and the ids of those that are the shop’s.'
    print({ json: view, text: `Connected ${view?.label ?? connector}.\n${table}\n${next}` }, { json: json ?? false })
  })
}

function toAccess(mayWrite: boolean): 'read' | 'read_write' {
  return mayWrite ? 'read_write' : 'read'
}

async function connectBy(options: StoreOptions, keys: VerbInput<ShopVerbs['connection.connect']>): Promise<void> {
  await withShop({ name: 'connect', domain: options.shop }, async ({ run }) => {
    const view = await run('connection.connect', keys)
    const name = view.account?.name ?? options.url
    print(
      { json: view, text: `Connected ${name}. Read its orders now with: tillsight sync --shop ${options.shop}` },
      options,
    )
  })
}

async function showConnections(options: ShopOptions): Promise<void> {
  await withShop({ name: 'connections', domain: options.shop }, async ({ run }) => {
    const views = await run('connection.list')
    print({ json: views, text: views.length === 0 ? 'Nothing is connected yet.' : connectionTable(views) }, options)
  })
}

function connectionTable(views: readonly ConnectionView[]): string {
  return toTable(
    ['platform', 'stream', 'state', 'records', 'of', 'complete since', 'synced through'],
    views.flatMap((view) =>
      view.streams.map((stream) => [
        view.connector,
        stream.id,
        stream.problem?.message ?? (stream.complete ? 'complete' : view.status),
        stream.done,
        stream.total,
        stream.completeSince,
        stream.syncedThrough,
      ]),
    ),
  )
}

async function sync(options: SyncOptions): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  await withShop({ name: 'sync', domain: options.shop }, async ({ ctx, runtime, run }) => {
    const views = (await run('connection.list')).filter(
      (view) => options.connector === undefined || view.connector === options.connector,
    )
    if (views.length === 0) {
      throw new AppError(
        'not_connected',
        `Nothing is connected to ${options.shop}${options.connector ? ` as ${options.connector}` : ''}. Connect it first with: tillsight connect`,
      )
    }
    const outcomes = []
    for (const view of views) {
      const progress = createSyncProgress(view.connector)
      const outcome = await syncNow(ctx, runtime.sync, {
        connection: toConnectionId(view.id),
        ...(options.full === undefined ? {} : { full: options.full }),
        ...(options.since === undefined ? {} : { since: options.since }),
        signal: stop.signal,
        onProgress: async (seen) => progress(seen),
      })
      outcomes.push({ connection: view.id, connector: view.connector, ...outcome })
    }
    const after = await run('connection.list')
    const lines = outcomes.map((outcome) =>
      describeOutcome(
        outcome,
        after.find(({ id }) => id === outcome.connection),
      ),
    )
    print({ json: outcomes, text: lines.join('\n') }, options)
  })
}

/** One progress line per stream; nothing for streams without work. */
function createSyncProgress(connector: string): (seen: SyncProgress) => void {
  const lines = new Map<string, ReturnType<typeof createProgress>>()
  return ({ message, done, total }) => {
    if (done === 0 && total === 0) return
    const line = lines.get(message) ?? createProgress(`${connector}, ${message}`)
    lines.set(message, line)
    line(done, total)
  }
}

interface Outcome {
  readonly connector: string
  readonly ended: string
  readonly records: number
  readonly followed: number
}

/** Number of records read, by which process, and the totals. */
function describeOutcome({ connector, ended, records, followed }: Outcome, view: ConnectionView | undefined): string {
  const count = (number: number) => number.toLocaleString('en')
  if (ended === 'idle' && followed === 0) return `${connector}: nothing was read. ${view?.message ?? 'It is paused.'}`
  const byServer = followed === 0 ? '' : `, ${count(followed)} of them by the running server`
  const streams = view?.streams ?? []
  const open = streams.filter(({ complete }) => !complete).map(({ label }) => label.toLowerCase())
  const standing =
    streams.length === 0
      ? ''
      : open.length === 0
        ? ' The whole history is in.'
        : ` Still to be read: ${open.join(', ')}.`
  return `${connector}: ${count(records + followed)} records read${byServer}.${standing}`
}

function parseSince(text: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('Expected a date such as 2026-03-31.')
  return date
}
