import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { AppError, isAppError } from '@tillsight/core'
import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import { findShop, findShopsByDomain, listShops } from '@tillsight/database'
import {
  type ConnectionContext,
  chooseNamed,
  domainOf,
  type RunVerb,
  readShopName,
  type ShopVerbs,
  shopAddress,
  toShop,
} from '@tillsight/domain'
import { type Command, InvalidArgumentError } from 'commander'
import { pino } from 'pino'
import { asSandbox, type Config, loadConfig } from '../config.ts'
import { operator } from '../contexts.ts'
import { presentApps } from '../platform-apps.ts'
import { createRuntime, type Runtime } from '../runtime.ts'
import { attachStores } from '../stores.ts'
import { shopRunner } from '../verbs.ts'

/** Options of every command. */
export interface CommonOptions {
  readonly json?: boolean
}

/** The option that selects the shop. */
export const shopOption = ['--shop <domain>', 'the shop, by domain or id'] as const

/** Adds a command about one shop, which can print JSON. */
export function addShopCommand(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .requiredOption(...shopOption)
    .option('--json', 'print JSON')
}

/** Options of a command about one shop. */
export interface ShopOptions extends CommonOptions {
  readonly shop: string
}

/** Options of a command about days of a shop. */
export interface DaysOptions extends ShopOptions {
  readonly from: Day
  readonly to: Day
}

/** The same, where days may be left out. */
export type SomeDaysOptions = ShopOptions & Partial<Pick<DaysOptions, 'from' | 'to'>>

/** Throws `invalid_input` for days that are the wrong way round. */
export function assertInOrder({ from, to }: Pick<DaysOptions, 'from' | 'to'>): void {
  if (from > to) throw new AppError('invalid_input', `--from ${from} is after --to ${to}. Give the earlier day first.`)
}

/** The days that were asked for: without a last one up to yesterday, without a first one the last 30. */
export function daysOf({ clock, shop }: ConnectionContext, options: SomeDaysOptions) {
  const to = options.to ?? addDays(dayOf(clock.now(), shop.zone), -1)
  const from = options.from ?? addDays(to, -29)
  assertInOrder({ from, to })
  return { from, to }
}

/** The shop that a command is about. */
export interface OpenShop {
  /** Runs the shop's verbs, by name. */
  readonly run: RunVerb<ShopVerbs>
  /** For work without a verb. */
  readonly ctx: ConnectionContext
  readonly runtime: Runtime
}

/** Opens the stores, beside a running server or alone, runs the command and closes them. */
export async function withRuntime(name: string, work: (runtime: Runtime) => Promise<void>): Promise<void> {
  const loaded = loadConfig()
  // Only a demo needs what simulates: an image of the product is without it.
  const config = existsSync(join(loaded.dataDir, 'demo.json')) ? await besideDemo(loaded) : loaded
  const log = createLog(config)
  const stores = await attachStores(config, log, `tillsight ${name}`)
  const runtime = createRuntime(config, stores, log)
  try {
    await runtime.jobs.start()
    await work(runtime)
  } finally {
    await runtime.jobs.stop()
    await stores.close()
  }
}

async function besideDemo(config: Config): Promise<Config> {
  const { readDemoApps, readDemoVariables } = await import('../../demo/plan.ts')
  const { dataDir, platformApps } = config
  const adApps = presentApps(readDemoVariables(dataDir))
  return { ...asSandbox(config), platformApps: { ...platformApps, ...adApps, ...readDemoApps(dataDir) } }
}

/**
 * Runs the command in the context of the shop with this domain or id. Throws `not_found` that lists the existing shops, and
 * `conflict` where several organisations have a shop with the domain.
 */
export async function withShop(
  command: { readonly name: string; readonly domain: string },
  work: (shop: OpenShop) => Promise<void>,
): Promise<void> {
  await withRuntime(command.name, async (runtime) => {
    const ctx = await openShop(runtime, command.domain)
    await work({ run: shopRunner(runtime, ctx, 'program'), ctx, runtime })
  })
}

async function openShop(runtime: Runtime, domain: string): Promise<ConnectionContext> {
  const db = runtime.stores.database.kysely
  const name = readShopName(domain)
  const row =
    'id' in name ? await findShop(db, name.id) : chooseNamed(await findShopsByDomain(db, domainOf(name.domain)), name)
  if (row !== undefined) return runtime.shopContext(operator, toShop(row))
  const shops = await listShops(db)
  const known = shops.map((shop) => shopAddress(shop, shops))
  const hint =
    known.length === 0 ? 'There is none yet: `tillsight shop create` makes one.' : `There are: ${known.join(', ')}.`
  throw new AppError('not_found', `There is no shop with the domain ${domain}. ${hint}`)
}

/** Resolves a path against the caller's directory, not the tool's. */
export function callerPath(path: string): string {
  return resolve(loadConfig().callerDir, path)
}

/** A file that was named on the command line: its name without folders, and what is in it. Throws `invalid_input`. */
export async function readTyped(file: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const path = callerPath(file)
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new AppError('invalid_input', `The file “${path}” cannot be read. Check its name and your permission.`, {
      cause,
    })
  })
  return { name: basename(path), bytes }
}

/** Parses a shop day; commander reports a failure as a usage error. */
export function parseDayOption(text: string): Day {
  try {
    return parseDay(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : 'Expected a day such as 2026-03-31.')
  }
}

/** Logs go to standard error, so that output can be piped; warnings only unless LOG_LEVEL says otherwise. */
export function createLog(config: Config) {
  return pino(
    { level: config.logLevel === 'info' ? 'warn' : config.logLevel },
    pino.destination({ dest: 2, sync: true }),
  )
}

/** Prints a failure, with `--json` for programs too, and returns the exit code. */
export function reportFailure(error: unknown, options: CommonOptions): number {
  const code = isAppError(error) ? error.code : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  if (options.json) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`)
  process.stderr.write(
    `${isAppError(error) ? message : `Unexpected failure: ${error instanceof Error ? error.stack : message}`}\n`,
  )
  return 1
}
