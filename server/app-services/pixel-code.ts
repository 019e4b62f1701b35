import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PixelCode } from '@tillsight/domain'
import { storePlatforms } from '@tillsight/platforms'
import { root } from '../version.ts'

/** The built snippets for shops; undefined where any of them is missing. */
export function readPixelCode(buildDir = join(root, 'build')): PixelCode | undefined {
  const read = (folder: string, name: string) => {
    const file = join(buildDir, folder, `${name}.js`)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const pixel = read('client', 'p')
  const survey = read('client', 'survey')
  const stores: Record<string, string> = {}
  for (const { id, ownScript } of storePlatforms) {
    if (!ownScript) continue
    const code = read('install', id)
    if (code === undefined) return undefined
    stores[id] = code
  }
  return pixel === undefined || survey === undefined ? undefined : { pixel, survey, stores }
}
