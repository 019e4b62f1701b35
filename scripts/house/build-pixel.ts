// Builds the code for shops: the browser script, the survey, and the platform-specific code.
import { join } from 'node:path'
import { storePlatforms } from '@tillsight/platforms'
import { build } from 'vite'

const sources = join(import.meta.dirname, '..', '..', 'packages', 'pixel', 'src')

/** Output folders: for browsers, and for downloads of a shop. */
export interface PixelPlaces {
  readonly client: string
  readonly install: string
}

/** Builds all of them; compatible with browsers from 2020 on. */
export async function buildPixel({ client, install }: PixelPlaces): Promise<void> {
  await bundle({ entry: 'pixel.ts', file: 'p.js', outDir: client, isForBrowser: true })
  await bundle({ entry: 'survey.ts', file: 'survey.js', outDir: client, isForBrowser: true })
  for (const { id, ownScript } of storePlatforms) {
    if (ownScript === undefined) continue
    await bundle({ entry: `${id}.ts`, file: `${id}.js`, outDir: install, isForBrowser: ownScript === 'page' })
  }
}

interface Bundle {
  readonly entry: string
  readonly file: string
  readonly outDir: string
  readonly isForBrowser: boolean
}

async function bundle({ entry, file, outDir, isForBrowser }: Bundle): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2020',
      minify: isForBrowser,
      lib: {
        entry: join(sources, entry),
        formats: [isForBrowser ? 'iife' : 'es'],
        name: 'unused',
        fileName: () => file,
      },
    },
  })
}
