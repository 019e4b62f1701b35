import { join } from 'node:path'
import type { Log } from '@tillsight/supervisor'
import type { ServerBuild } from 'react-router'
import { createAppServices } from './app-services/index.ts'
import type { Config } from './config.ts'
import { createPages, loadBuild, type PagesOptions } from './http/pages.ts'
import type { Runtime } from './runtime.ts'
import { type Product, serve } from './serve.ts'
import { root } from './version.ts'

/**
 * Starts the built product. `npm run build` builds it, which `npm start` and `npm run demo` do themselves. `whenBuilt` is waited
 * for before the stores, which are opened meanwhile, are brought to this version.
 */
export async function startProduct(config: Config, log: Log, whenBuilt?: Promise<void>): Promise<Product> {
  const buildDir = join(root, 'build')
  const loading = (whenBuilt ?? Promise.resolve()).then(() => loadBuild(join(buildDir, 'server', 'index.js')))
  // A failure is reported where it is waited for.
  loading.catch(() => undefined)
  const pages = async (runtime: Runtime) => pagesOf(runtime, await loading, 'production')
  return await serve(config, log, { buildDir, pages, whenBuilt: loading })
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
