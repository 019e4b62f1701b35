import { randomBytes } from 'node:crypto'
import { fixedClock, type PersonId, systemClock } from '@tillsight/core'
import { addMembership, addSurveyAnswers, nextWriteVersion, updatePerson } from '@tillsight/database'
import { getSurvey, listMemberships, type Role, run, saveSurvey, writeSurveyAnswers } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import type { Advertiser } from '../demo/ads/plan.ts'
import { type DemoAccount, type DemoPlan, findDataSet, loadPlan, removeDemo } from '../demo/plan.ts'
import { type RunningAds, type Sandbox, startAdSandbox, startSandboxes } from '../demo/sandbox.ts'
import { demoAnswers } from '../demo/survey.ts'
import { ensureAccount, makeAdministrator, makeOwner } from './accounts.ts'
import { asSandbox, type Config } from './config.ts'
import { type Contexts, operatorContexts, personContext } from './contexts.ts'
import { importDemoAds, importDemoRates } from './demo-ads.ts'
import { type DemoMembers, importDemoCosts } from './demo-costs.ts'
import { demoShops, importDemoShops } from './demo-shops.ts'
import { goOnVisiting, importDemoVisits } from './demo-visits.ts'
import { startProduct } from './main.ts'
import { presentApps } from './platform-apps.ts'
import type { Runtime } from './runtime.ts'
import type { Product } from './serve.ts'
import { root } from './version.ts'

const asking = ['demo', 'shopify'] as const satisfies readonly Advertiser[]

/** Members besides the demo's owner: one for each other role. */
const colleagues: readonly Colleague[] = [
  { name: 'Mara Lindqvist', email: 'mara@tillsight.test', role: 'admin' },
  { name: 'Jonas Weber', email: 'jonas@tillsight.test', role: 'analyst' },
  { name: 'Priya Shah', email: 'priya@tillsight.test', role: 'viewer' },
]

export interface DemoOptions {
  /** Start over with new data. */
  readonly fresh: boolean
  /** Path of the public data set, if not beside the project. */
  readonly dataSet: string | undefined
  /** The shops keep selling; otherwise nothing happens in them after the demo's creation. */
  readonly isLive: boolean
  /** Gives up before the workspace is complete; what is imported stays. */
  readonly stopping: AbortSignal
  /** Starts the product after the simulated stores and before the imports; undefined: the built product. */
  readonly start?: typeof startProduct
}

/** A running demo with its sign-in. */
export interface RunningDemo extends Product {
  readonly account: DemoAccount
}

/** Starts simulated stores, the product, and imports the demo workspace through the real connectors. */
export async function startDemo(config: Config, log: Log, options: DemoOptions): Promise<RunningDemo> {
  if (options.fresh) removeDemo(config.dataDir)
  const plan = await loadPlan(config.dataDir, { clock: systemClock, data: findDataSet(root, options.dataSet) })
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const running: {
    sandboxes: readonly Sandbox[]
    ads?: RunningAds
    product?: Product
    visits?: { stop(): void }
  } = { sandboxes: [] }
  const stop = async (): Promise<void> => {
    try {
      running.visits?.stop()
      await running.product?.stop()
    } finally {
      for (const sandbox of running.sandboxes) sandbox.stop()
      running.ads?.stop()
    }
  }
  try {
    say('Starting the simulated stores and ad platforms …')
    const sandboxOptions = { publicUrl, isLive: options.isLive }
    running.ads = await startAdSandbox({ ...plan.ads, ...sandboxOptions, createdAt: plan.createdAt })
    running.sandboxes = await startSandboxes(plan.stores, sandboxOptions)
    options.stopping.throwIfAborted()
    say('Starting the product …')
    const apps = { ...config.platformApps, ...presentApps(running.ads.variables), ...appsOf(running.sandboxes) }
    const product = await (options.start ?? startProduct)({ ...asSandbox(config), publicUrl, platformApps: apps }, log)
    running.product = product
    const { id } = await ensureAccount(product.runtime, plan.account)
    await makeOwner(product.runtime, id, 'Demo')
    await makeAdministrator(product.runtime, id)
    const members = await addDemoMembers(product.runtime, id)
    const contexts = operatorContexts(product.runtime)
    await importDemoRates(contexts, plan)
    const watching = { stopping: options.stopping, say }
    await importDemoShops(contexts, running.sandboxes, watching)
    await importDemoAds(contexts, plan.stores, watching)
    await importDemoCosts(product.runtime, members, { plan, stopping: options.stopping })
    const until = options.isLive ? systemClock.now() : new Date(plan.createdAt)
    await importDemoVisits(contexts, plan, { watching, until })
    await importDemoSurvey(contexts, plan, { until, stopping: options.stopping })
    if (options.isLive) {
      const now = () => systemClock.now()
      running.visits = await goOnVisiting(contexts, plan, { address: `http://127.0.0.1:${config.port}`, now })
    }
    return { ...product, account: plan.account, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The operator's app at each simulated platform that has apps: connecting on screen works in the demo too. */
export function appsOf(sandboxes: readonly Sandbox[]): Config['platformApps'] {
  return Object.fromEntries(
    sandboxes.flatMap(({ store, app }) => (app === undefined ? [] : [[store.kind, { ...app }] as const])),
  )
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

interface Colleague {
  readonly name: string
  readonly email: string
  readonly role: Role
}

/** Adds members with the other roles. Their accounts have random passwords; a second start changes nothing. */
async function addDemoMembers(runtime: Runtime, owner: PersonId): Promise<DemoMembers> {
  const queries = runtime.stores.database.kysely
  const own = (await run(listMemberships, personContext(runtime, owner), {})).filter(({ role }) => role === 'owner')
  const members: { owner: PersonId; admin: PersonId } = { owner, admin: owner }
  for (const { name, email, role } of colleagues) {
    const { id } = await ensureAccount(runtime, { email, password: `Aa1-${randomBytes(18).toString('base64url')}` })
    await updatePerson(queries, id, { name })
    if (role === 'admin') members.admin = id
    for (const { organisation: organisationId } of own) {
      await addMembership(queries, { organisationId, personId: id, role, shopIds: null })
    }
  }
  return members
}

/**
 * Switches on the shops' surveys and imports the responses so far; existing ones are kept. A question that somebody reworded
 * or switched off is left alone.
 */
async function importDemoSurvey(
  contexts: Contexts,
  { createdAt }: Pick<DemoPlan, 'createdAt'>,
  { until, stopping }: { readonly until: Date; readonly stopping: AbortSignal },
): Promise<void> {
  for (const advertiser of asking) {
    stopping.throwIfAborted()
    const ctx = await contexts.shop(demoShops[advertiser].domain)
    const { enabled, question } = await run(getSurvey, ctx, {})
    const isUntouched = question.version === 0
    if (!isUntouched && (question.version > 1 || !enabled)) continue
    const given = demoAnswers(advertiser, { createdAt, until })
    if (isUntouched) {
      const { text, options, allowsOther } = question
      // The survey started with its first response.
      const since = new Date(Math.min(until.getTime(), ...given.map(({ at }) => at.getTime())))
      await run(saveSurvey, { ...ctx, clock: fixedClock(since) }, { enabled: true, text, options, allowsOther })
    }
    const pending = await nextWriteVersion(ctx.queries)
    const responses = given.map(({ order, at, answer, text: words, source }) => ({
      orderId: order,
      version: 1,
      answer,
      otherText: words,
      answeredAt: at,
      source,
      pending,
    }))
    await addSurveyAnswers(ctx.queries, ctx.shop.id, responses)
    await writeSurveyAnswers(ctx)
  }
}
