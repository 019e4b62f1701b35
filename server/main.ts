import { join } from 'node:path'
import type { Log } from '@tillsight/supervisor'
import type { ServerBuild } from 'react-router'
import { createAppServices } from './app-services/index.ts'
import type { Config } from './config.ts'
import { createPages, loadBuild, type PagesOptions } from './http/pages.ts'
import type { Runtime } from './runtime.ts'
import { type Product, serve } from './serve.ts'
import { root } from './version.ts'

/** Starts the built product. `npm run build` builds it, which `npm start` and `npm run demo` run first. */
export async function startProduct(config: Config, log: Log): Promise<Product> {
  const buildDir = join(root, 'build')
  const build = await loadBuild(join(buildDir, 'server', 'index.js'))
  return await serve(config, log, { buildDir, pages: (runtime) => pagesOf(runtime, build, 'production') })
}

/** Renders the pages of a build with the runtime's services. */
export function pagesOf(
  runtime: Runtime,
  build: ServerBuild,
  mode: PagesOptions['mode'],
): ReturnType<typeof createPages> {
  const { config, log } = runtime
  return createPages({
    build,
    mode,
    services: (visit) => createAppServices(runtime, visit),
    guard: config.identity.guard,
    log,
    showKit: config.showKit,
  })
}
