import assert from 'node:assert/strict'
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import type { MetricAnswer } from '@tillsight/domain'
import { startServer, tillsight, tillsightJson } from '../testing/command.ts'
import { connectArguments, known, startKnownStore } from '../testing/known-store.ts'
import { temporaryFolder, waitFor } from '../testing/temporary.ts'
import { workedOrders, workedRange, workedTotals } from '../testing/worked-example.ts'

const folder = await temporaryFolder({ after })
const at = (name: string) => ({
  TILLSIGHT_DATA_DIR: join(folder, name),
  TILLSIGHT_CALLER_DIR: folder,
  ALLOW_PRIVATE_STORE_URLS: '1',
  SUPABASE_SERVICE_ROLE_KEY: 'the secret key of a test installation',
})
const zone = ['--platform', 'woocommerce', '--timezone', 'UTC', '--currency', 'EUR']
const store = await startKnownStore({ after }, 1500)
await writeFile(join(folder, 'orders.csv'), workedOrders)

type Environment = ReturnType<typeof at>

async function succeed(env: Environment, ...args: string[]): Promise<string> {
  const { code, out, err } = await tillsight(args, env)
  assert.equal(code, 0, `${args.join(' ')}: ${err}`)
  return out
}

async function figures(env: Environment): Promise<unknown> {
  const keys = Object.keys(store.figures)
  const days = ['--from', known.from, '--to', known.to]
  return (await tillsightJson<MetricAnswer>(['metrics', ...keys, '--shop', 'known.example', ...days], env)).totals
}

// The backup that the other tests restore is taken while the server reads the store.
const origin = at('origin')
const server = await startServer({ after }, origin)
await succeed(origin, 'shop', 'create', '--domain', 'worked.example', ...zone.with(3, 'Europe/Berlin'))
await succeed(origin, 'import', 'orders', 'orders.csv', '--shop', 'worked.example')
await succeed(origin, 'shop', 'create', '--domain', 'known.example', ...zone)
const files = createClient(server.address, origin.SUPABASE_SERVICE_ROLE_KEY).storage
await files.createBucket('notes', { public: true })
const stored = await files.from('notes').upload('plan.txt', 'buy more tea')
assert.equal(stored.error, null)
const params = () => store.fake.requests.filter(({ area }) => area === 'orders').length
await succeed(origin, ...connectArguments(store.fake.url))
await waitFor('the middle of the import', () => (params() >= 4 ? true : undefined))
const backedUp = await succeed(origin, 'backup', 'copy')
const requestedBefore = params()

test('a backup is made beside the running server, in the middle of a sync', async () => {
  assert.match(backedUp, /Backed up [\d,]+ rows.*root key is not in it/s)
  assert.deepEqual((await readdir(join(folder, 'copy'))).toSorted(), ['backup.json', 'database', 'files', 'warehouse'])
  assert.equal((await fetch(`${server.address}/readyz`)).status, 200)
  assert.ok(requestedBefore >= 4)
  const { code, err } = await tillsight(['backup', 'copy'], origin)
  assert.equal(code, 1)
  assert.match(err, /copy is not empty.*name a new one/s)
})

test('restored into an empty folder it gives the same figures, and a sync brings in the rest', async () => {
  const env = at('second')
  await mkdir(env.TILLSIGHT_DATA_DIR)
  // Store keys are encrypted with the root key, which is moved separately.
  await cp(join(folder, 'origin', 'secret'), join(env.TILLSIGHT_DATA_DIR, 'secret'))
  const said = await succeed(env, 'restore', 'copy')
  assert.match(said, /Restored the backup of \d{4}-.*Start the server/s)
  const [version = ''] = await readdir(join(folder, 'copy', 'files'))
  const restored = join(env.TILLSIGHT_DATA_DIR, 'files', version.slice(0, 2), version)
  assert.equal(await readFile(restored, 'utf8'), 'buy more tea')
  const worked = await tillsightJson<MetricAnswer>(
    [
      'metrics',
      ...Object.keys(workedTotals),
      '--shop',
      'worked.example',
      '--from',
      workedRange.from,
      '--to',
      workedRange.to,
    ],
    env,
  )
  assert.deepEqual(worked.totals, workedTotals)
  await writeFile(join(env.TILLSIGHT_DATA_DIR, 'demo.json'), '{}')
  await succeed(env, 'sync', '--shop', 'known.example')
  assert.deepEqual(await figures(env), store.figures)
})

test('a damaged or interrupted backup is refused before anything is touched', async () => {
  const env = at('third')
  await succeed(env, 'shop', 'create', '--domain', 'precious.example', ...zone)
  const spoilt = async (name: string, spoil: (dir: string) => Promise<void>): Promise<string> => {
    const dir = join(folder, name)
    await cp(join(folder, 'copy'), dir, { recursive: true })
    await spoil(dir)
    const { code, err } = await tillsight(['restore', name, '--force'], env)
    assert.equal(code, 1)
    return err
  }
  const oneOf = async (dir: string): Promise<string> => {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    const file = entries.find((entry) => entry.isFile() && entry.name.endsWith('.bin'))
    return file === undefined ? assert.fail('no file of facts') : join(file.parentPath, file.name)
  }
  const facts = await spoilt('bent', async (dir) => appendFile(await oneOf(join(dir, 'warehouse')), 'x'))
  assert.match(facts, /damaged: warehouse\/.*not what was written.*Nothing was changed/s)
  const table = await spoilt('torn', (dir) => rm(join(dir, 'database', 'shops.jsonl.gz')))
  assert.match(table, /damaged: database\/shops\.jsonl\.gz is missing/)
  const cut = await spoilt('cut', (dir) => rm(join(dir, 'backup.json')))
  assert.match(cut, /no complete backup: backup\.json is missing/)
  const odd = await spoilt('odd', (dir) => writeFile(join(dir, 'backup.json'), '{'))
  assert.match(odd, /cannot be understood/)
  assert.match(await succeed(env, 'shop', 'list'), /precious\.example/)
})

test('data that is there is replaced only with --force', async () => {
  const env = at('third')
  const { code, err } = await tillsight(['restore', 'copy'], env)
  assert.equal(code, 1)
  assert.match(err, /already holds a shop \(precious\.example\).*--force/s)
  assert.match(await succeed(env, 'shop', 'list'), /precious\.example/)
  await succeed(env, 'restore', 'copy', '--force')
  const shops = await succeed(env, 'shop', 'list')
  assert.match(shops, /worked\.example/)
  assert.doesNotMatch(shops, /precious/)
})

test('the server has to be stopped before its data is replaced', async () => {
  const { code, err } = await tillsight(['restore', 'copy', '--force'], origin)
  assert.equal(code, 1)
  assert.match(err, new RegExp(`in use by process ${server.pid}.*Stop the other one first`, 's'))
})
