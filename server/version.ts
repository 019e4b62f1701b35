import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly version: string
}

/** The installation's root folder. */
export const root = join(import.meta.dirname, '..')

/** Version of the product, as in package.json. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
