import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { AppError, type Clock } from '@tillsight/core'
import type { SandboxApp, SandboxStore, ShopifySandbox, WooCommerceSandbox } from './sandbox.ts'
import { type AdSandbox, newAdSandbox, plannedUrls, variablesOf } from './sandbox.ts'

/** The account that signs in to a demo. */
export interface DemoAccount {
  readonly email: string
  readonly password: string
}

/** The contents of a demo workspace; stored with its data, so that a second start shows the same. */
export interface DemoPlan {
  readonly createdAt: string
  readonly account: DemoAccount
  readonly stores: readonly SandboxStore[]
  readonly ads: AdSandbox
}

const planFile = 'demo.json'
const firstPort = 8701
const adPorts = (first: number) => ({ googleads: first + 3, metaads: first + 4, tiktokads: first + 5 })

/** Where the data set is, if somebody put it next to the project or named it. */
export interface DataSet {
  readonly onlineRetail: string | undefined
}

/**
 * Reads the plan of an earlier start, or makes one for an empty folder: on the usual ports, or beside another demo on the next
 * that are free. Throws `conflict` for a folder with other data.
 */
export async function loadPlan(dataDir: string, { clock, data }: { clock: Clock; data: DataSet }): Promise<DemoPlan> {
  const file = join(dataDir, planFile)
  if (existsSync(file)) return await readPlan(file)
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new AppError(
      'conflict',
      `${dataDir} holds data that is not a demo. To leave it alone, give the demo a folder of its own: TILLSIGHT_DATA_DIR=.data/demo npm run demo`,
    )
  }
  const now = clock.now().toISOString()
  const port = await findFreePorts()
  const plan: DemoPlan = {
    createdAt: now,
    account: newAccount(),
    stores: [
      newStore('demo', { port, now, file: null }),
      newShopify({ port: port + 2, now }),
      ...(data.onlineRetail === undefined
        ? []
        : [newStore('online-retail', { port: port + 1, now, file: data.onlineRetail })]),
    ],
    ads: newAdSandbox(adPorts(port)),
  }
  mkdirSync(dataDir, { recursive: true })
  writePlan(file, plan)
  return plan
}

const portsOfDemo = 6
const furthestPort = 8991

/** The first of six consecutive free ports: connections store the addresses, so ports are chosen once. */
async function findFreePorts(): Promise<number> {
  for (let first = firstPort; first <= furthestPort; first += 10) {
    const ports = Array.from({ length: portsOfDemo }, (_, index) => first + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new AppError(
    'unavailable',
    `The simulated stores of a demo need six ports in a row, and none are free between ${firstPort} and ${furthestPort}. Stop another demo and try again.`,
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

type KeptPlan = Omit<DemoPlan, 'account' | 'ads'> & Partial<DemoPlan>

/** A demo of a version without sign-in gets its account now, and one without ad platforms gets these. */
async function readPlan(file: string): Promise<DemoPlan> {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptPlan
  const { account, ads } = kept
  if (account !== undefined && ads !== undefined) return { ...kept, account, ads }
  const plan = { ...kept, account: account ?? newAccount(), ads: ads ?? newAdSandbox(adPorts(await findFreePorts())) }
  writePlan(file, plan)
  return plan
}

function writePlan(file: string, plan: DemoPlan): void {
  writeFileSync(file, JSON.stringify(plan, null, 2), { mode: 0o600 })
}

function newAccount(): DemoAccount {
  return { email: 'demo@tillsight.test', password: randomBytes(9).toString('base64url') }
}

/** Whether the folder holds a demo: its stores are simulated ones on this machine. */
export function isDemo(dataDir: string): boolean {
  return existsSync(join(dataDir, planFile))
}

/** The environment variables with which commands reach a running demo's simulated ad platforms. */
export function readDemoVariables(dataDir: string): Readonly<Record<string, string>> {
  const { ads } = JSON.parse(readFileSync(join(dataDir, planFile), 'utf8')) as Partial<DemoPlan>
  return ads === undefined ? {} : variablesOf(ads, plannedUrls(ads))
}

/**
 * The app settings with which commands reach a running demo's simulated platforms, by connector; otherwise they would use the
 * real ones.
 */
export function readDemoApps(
  dataDir: string,
): Readonly<Record<string, Pick<SandboxApp, 'apiKey' | 'apiSecret' | 'shopUrl'>>> {
  const { stores = [] } = JSON.parse(readFileSync(join(dataDir, planFile), 'utf8')) as Partial<DemoPlan>
  return Object.fromEntries(
    stores.flatMap((store) => {
      if (store.kind !== 'shopify') return []
      const { port, clientId: apiKey, clientSecret: apiSecret } = store
      return [['shopify', { apiKey, apiSecret, shopUrl: `http://127.0.0.1:${port}/{shop}` }] as const]
    }),
  )
}

/** The installation's key: whoever starts the demo has read it already, and encrypts new data with it. */
const keptFile = 'secret'

/** Removes a demo's data, but not the key that it is sealed with. Throws `conflict` for a folder that is not a demo's. */
export function removeDemo(dataDir: string): void {
  const entries = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== keptFile) : []
  if (entries.length === 0) return
  if (!entries.includes(planFile)) {
    throw new AppError(
      'conflict',
      `${dataDir} holds data that is not a demo, so it was not removed. Choose another folder with TILLSIGHT_DATA_DIR.`,
    )
  }
  // The plan goes last: the rest of an interrupted removal is still recognised as a demo's.
  for (const name of [...entries.filter((entry) => entry !== planFile), planFile]) {
    rmSync(join(dataDir, name), { recursive: true })
  }
}

/** The public data set next to the project, or at the path in ONLINE_RETAIL_CSV. */
export function findDataSet(root: string, named: string | undefined): DataSet {
  const beside = join(dirname(root), 'shared', 'data', 'online-retail', 'online_retail.csv.gz')
  const file = named ?? beside
  return { onlineRetail: existsSync(file) ? file : undefined }
}

function newStore(
  kind: WooCommerceSandbox['kind'],
  rest: Pick<WooCommerceSandbox, 'port' | 'now' | 'file'>,
): WooCommerceSandbox {
  return {
    kind,
    ...rest,
    consumerKey: `ck_${randomBytes(20).toString('hex')}`,
    consumerSecret: `cs_${randomBytes(20).toString('hex')}`,
  }
}

function newShopify(rest: Pick<ShopifySandbox, 'port' | 'now'>): ShopifySandbox {
  return {
    kind: 'shopify',
    ...rest,
    clientId: randomBytes(16).toString('hex'),
    clientSecret: `shpss_${randomBytes(16).toString('hex')}`,
  }
}
