import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A browser to start and the environment that it needs. */
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
export async function findBrowser(): Promise<FoundBrowser> {
  const chosen = process.env.CHROME_PATH
  if (chosen !== undefined && chosen !== '') return { executablePath: chosen, env: {}, origin: 'CHROME_PATH' }
  for (const name of ['chromium', 'google-chrome', 'chromium-browser']) {
    const executablePath = onPath(name)
    if (executablePath !== undefined && starts({ executablePath, env: {} }))
      return { executablePath, env: {}, origin: executablePath }
  }
  const packed = await unpackBrowser()
  if (starts(packed)) return { ...packed, origin: 'the Chromium of @sparticuz/chromium' }
  throw new Error('No browser can be started. Install Chromium, or set CHROME_PATH to one that runs on this machine.')
}

function onPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}

function starts({ executablePath, env }: Pick<FoundBrowser, 'executablePath' | 'env'>): boolean {
  return spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0
}

/** The package unpacks into the temporary folder and decides by this variable whether system libraries come along. */
async function unpackBrowser(): Promise<Pick<FoundBrowser, 'executablePath' | 'env'>> {
  const cache = join(root, 'node_modules', '.cache', 'chromium')
  mkdirSync(cache, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = cache
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  delete process.env.AWS_EXECUTION_ENV
  const fonts = join(cache, 'fonts.conf')
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(cache, 'fonts')}</dir><cachedir>${join(cache, 'fonts-cache')}</cachedir></fontconfig>`,
  )
  return { executablePath, env: { LD_LIBRARY_PATH: join(cache, 'al2023', 'lib'), FONTCONFIG_FILE: fonts } }
}
