import { join } from 'node:path'
import type { Log } from '@tillsight/supervisor'
import type { ServerBuild } from 'react-router'
import { createAppServices } from './app-services/index.ts'
import type { Config } from './config.ts'
import { createPages, loadBuild, type PagesOptions } from './http/pages.ts'
import type { Runtime } from './runtime.ts'
import { type Product, serve } from './serve.ts'
import { root } from './version.ts'

/** Starts the built product. The build is made by `npm run build`, which `npm start` and `npm run demo` call first. */
export async function startProduct(config: Config, log: Log): Promise<Product> {
  const buildDir = join(root, 'build')
  const build = await loadBuild(join(buildDir, 'server', 'index.js'))
  return await serve(config, log, { buildDir, pages: (runtime) => pagesOf(runtime, build, 'production') })
}

/** The pages of a build, over the services of the runtime. */
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
