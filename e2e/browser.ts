import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A browser executable with its environment. */
export interface FoundBrowser {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
  /** Said aloud before the tests, because it explains differences in rendering. */
  readonly origin: string
}

const root = join(import.meta.dirname, '..')

/**
 * Finds a Chromium without downloading one: `CHROME_PATH`, then the machine's own, then the one packed in a package of
 * the lockfile, unpacked once into the cache. Throws when none starts: browser tests are never skipped.
 */
export function findBrowser(): FoundBrowser {
  return firstOf(chosenBrowser, machineBrowser, packedBrowser)
}

/**
 * The same, but prefers the bundled one to the machine's: it is a headless Chromium, and opens a page with less than half of
 * the work.
 */
export function findLightBrowser(): FoundBrowser {
  return firstOf(chosenBrowser, packedBrowser, machineBrowser)
}

function firstOf(...sources: readonly (() => FoundBrowser | undefined)[]): FoundBrowser {
  for (const find of sources) {
    const found = find()
    if (found) return found
  }
  throw new Error('No browser can be started. Install Chromium, or set CHROME_PATH to one that runs on this machine.')
}

function chosenBrowser(): FoundBrowser | undefined {
  const executablePath = process.env.CHROME_PATH ?? ''
  return executablePath === '' ? undefined : { executablePath, env: {}, origin: 'CHROME_PATH' }
}

function machineBrowser(): FoundBrowser | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return ['chromium', 'google-chrome', 'chromium-browser']
    .flatMap((name) => folders.map((folder) => join(folder, name)).filter((file) => existsSync(file)))
    .map((executablePath) => ({ executablePath, env: {}, origin: executablePath }))
    .find(starts)
}

function packedBrowser(): FoundBrowser | undefined {
  const folder = join(root, 'node_modules', '.cache', 'chromium')
  if (!existsSync(folder)) unpack(folder)
  if (!existsSync(folder)) return undefined
  // Anew each time: the folder may have moved, or have been unpacked through another name of it.
  writeFileSync(join(folder, 'fonts.conf'), fontsIn(folder))
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const found = { executablePath: join(folder, 'chromium'), env, origin: 'the Chromium of @sparticuz/chromium' }
  return starts(found) ? found : undefined
}

function fontsIn(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`
}

function starts({ executablePath, env }: FoundBrowser): boolean {
  return spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0
}

/**
 * The package unpacks into the temporary folder, decides by a variable whether to include system libraries, and changes the
 * environment: hence a separate process. The folder gets its name when it is complete, so concurrent unpacking is safe.
 */
function unpack(folder: string): void {
  mkdirSync(join(folder, '..'), { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'unpack-browser.ts')], {
    cwd: root,
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    if (status === 0) renameSync(unfinished, folder)
  } catch (error) {
    // A concurrent process was faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
