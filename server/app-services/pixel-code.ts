import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PixelCode } from '@tillsight/domain'
import { root } from '../version.ts'

const built = {
  pixel: join('client', 'p.js'),
  survey: join('client', 'survey.js'),
  woocommerce: join('install', 'woocommerce.js'),
  shopify: join('install', 'shopify.js'),
} as const satisfies Record<keyof PixelCode, string>

/** What the build made for shops; undefined where nothing was built yet. */
export function readPixelCode(buildDir = join(root, 'build')): PixelCode | undefined {
  const files = Object.values(built).map((name) => join(buildDir, name))
  if (!files.every((file) => existsSync(file))) return undefined
  const [pixel = '', survey = '', woocommerce = '', shopify = ''] = files.map((file) => readFileSync(file, 'utf8'))
  return { pixel, survey, woocommerce, shopify }
}
