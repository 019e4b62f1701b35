import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The identity of the running build: pages poll it to learn that a newer one is there. */
export interface BuildInfo {
  readonly id: string
  readonly version: string
  readonly builtAt: string
}

/** What `npm run build` wrote beside the assets. */
export function readBuildInfo(root: string): BuildInfo {
  return JSON.parse(readFileSync(join(root, 'build', 'build.json'), 'utf8')) as BuildInfo
}
