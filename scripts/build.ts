// The production build: the app by its framework, then compressed copies (.br and .gz) of all browser files, and the build id
// that open pages compare with theirs. The assets of the two previous builds are kept. Whoever waits for it with a channel is
// told when it can be served: the tightest copies follow, and only then it is complete.
import { createHash } from 'node:crypto'
import { glob, readFile, rename, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, gzip, constants as zlib } from 'node:zlib'
import { createBuilder } from 'vite'
import { buildPixel } from './house/build-pixel.ts'
import { readClientManifest } from './house/client-manifest.ts'
import { bringBackAssets, setAssetsAside } from './house/earlier-builds.ts'
import { fingerprintOfSources, noteBuiltOf } from './house/fresh-build.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const build = join(root, 'build')
const client = join(build, 'client')
/** Below this size, compression does not save a packet. */
const worthCompressing = 860

// Before the build: changes made during it are not included.
const sources = fingerprintOfSources()
const places = { build, aside: join(root, '.earlier-build') }
await setAssetsAside(places)
process.env.NODE_ENV = 'production'
// In this process, which needs the bundler for the pixel, too: to load it twice took a tenth of the whole build.
await (await createBuilder({ root })).buildApp()
await buildPixel({ client, install: join(build, 'install') })

const files: string[] = []
for await (const file of glob('**/*.{js,css,svg,json,webmanifest,html,txt}', { cwd: client })) files.push(file)
await Promise.all(files.map(pack))
await bringBackAssets(places, await identify(files))
if (process.send === undefined) await Promise.all(files.map((file) => packTightly(file, promisify(brotliCompress))))
else await tellAndGoOn()
noteBuiltOf(sources)

async function pack(file: string): Promise<void> {
  const content = await readFile(join(client, file))
  if (content.length < worthCompressing) return
  await writeFile(join(client, `${file}.gz`), await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION }))
}

/** Nine tenths of the processor time of all compression. A copy is served from the moment that it is there. */
async function packTightly(
  file: string,
  brotli: (content: Buffer, options: BrotliOptions) => Buffer | Promise<Buffer>,
): Promise<void> {
  const content = await readFile(join(client, file))
  if (content.length < worthCompressing) return
  const packed = await brotli(content, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  const draft = join(client, `${file}.part`)
  await writeFile(draft, packed)
  await rename(draft, join(client, `${file}.br`))
}

/** The product is being served now: what is left has to leave the processor to it, and ends with it. */
async function tellAndGoOn(): Promise<void> {
  process.once('disconnect', () => process.exit(1))
  process.send?.('servable')
  setPriority(constants.priority.PRIORITY_LOW)
  // On this thread: the others keep the priority with which they began.
  for (const file of files) await packTightly(file, brotliCompressSync)
  process.removeAllListeners('disconnect')
  process.disconnect()
}

/** Builds of the same sources have the same id: file names contain content hashes. */
async function identify(names: readonly string[]): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const server = await readFile(join(build, 'server', 'index.js'))
  const id = createHash('sha256')
    .update([...names].sort().join('\n'))
    .update(server)
    .digest('hex')
    .slice(0, 16)
  const manifest = await readClientManifest(join(client, 'assets'))
  const identity = { id, version, builtAt: new Date().toISOString(), ...manifest }
  await writeFile(join(build, 'build.json'), `${JSON.stringify(identity)}\n`)
  return id
}
