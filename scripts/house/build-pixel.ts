// Builds what shops load: the script for browsers, the question after an order, and what shops of a platform have of their own.
import { join } from 'node:path'
import { storePlatforms } from '@tillsight/platforms'
import { build } from 'vite'

const sources = join(import.meta.dirname, '..', '..', 'packages', 'pixel', 'src')

/** Where the files go: what browsers load from us, and what is put into downloads for a shop. */
export interface PixelPlaces {
  readonly client: string
  readonly install: string
}

/** Builds all of them; browsers as old as 2020 understand the result. */
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
