// Runs the storage tests of the official client against this product: `npm run test:wire -- <folder>`, where the folder is a scratch
// copy of `packages/core/storage-js` of its repository with jest installed. Its tests are changed to read address and key from here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startInstallation } from '../server/testing/installation.ts'

const [given] = process.argv.slice(2)
if (given === undefined) {
  console.error('Name the folder: npm run test:wire -- ../supabase-js/packages/core/storage-js')
  process.exit(2)
}
const folder = resolve(given)

for await (const name of glob('test/*.test.ts', { cwd: folder })) {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  const changed = text
    .replace(
      /^const URL = 'http:\/\/127\.0\.0\.1:54321\/storage\/v1'$/m,
      'const URL = process.env.STORAGE_URL as string',
    )
    .replace(/^const KEY =\s+'eyJ[\w.-]+'$/m, 'const KEY = process.env.STORAGE_KEY as string')
  if (changed !== text) await writeFile(path, changed)
}

const ends: (() => Promise<void>)[] = []
const { address, runtime } = await startInstallation(
  { after: (end) => void ends.unshift(end) },
  {
    fileLimits: { total: 1e12, each: 50 * 1024 ** 2, perMinute: 1e6 },
  },
)
const time = new Date('2021-02-17T04:43:32.770Z')
const bucket = { isPublic: false, largestBytes: null, types: null, createdAt: time, updatedAt: time }
await runtime.stores.database.kysely
  .insertInto('storageBuckets')
  .values([
    { ...bucket, id: 'bucket2', owner: '4d56e902-f0a0-4662-8448-a4d9e643c142' },
    { ...bucket, id: 'bucket-move', owner: '' },
  ])
  .execute()
const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', '--coverage=false', '--runInBand'], {
  cwd: folder,
  stdio: 'inherit',
  env: {
    ...process.env,
    STORAGE_URL: `${address}/storage/v1`,
    STORAGE_KEY: runtime.auth.service.apiKeys.service,
  },
})
const [code] = (await once(child, 'exit')) as [number | null]
for (const end of ends) await end()
process.exit(code ?? 1)
