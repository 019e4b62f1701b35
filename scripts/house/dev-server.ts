// The server of `npm run dev`: the product with Vite in front, which transforms pages on request and notifies open ones of
// changes. A child of scripts/dev.ts, which has the stores and Vite, and exits with it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '@tillsight/supervisor'
import type { ServerBuild } from 'react-router'
import { reportFailure } from '../../server/cli/session.ts'
import { type Config, loadConfig } from '../../server/config.ts'
import type { HttpOptions } from '../../server/http/app.ts'
import { mailboxNote } from '../../server/identity/mailbox.ts'
import { pagesOf } from '../../server/main.ts'
import { type Running, runUntilStopped } from '../../server/process.ts'
import type { Runtime } from '../../server/runtime.ts'
import { type Product, serve } from '../../server/serve.ts'
import { createFront, createPageModules } from './dev-pages.ts'

const [buildDir = '', vitePort, flag] = process.argv.slice(2)

process.once('disconnect', () => process.exit(1))

try {
  const config = loadConfig()
  let account = ''
  const start = async (log: Log, stopping: AbortSignal): Promise<Running> => {
    if (flag !== '--demo') return await startWithVite(config, log)
    const options = { fresh: false, dataSet: config.onlineRetailFile, isLive: true, stopping, start: startWithVite }
    const { startDemo } = await import('../../server/demo.ts')
    const demo = await startDemo(config, log, options)
    account = ` (sign in: ${demo.account.email} / ${demo.account.password})`
    return demo
  }
  await runUntilStopped(start, {
    logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel,
    ready: ({ address }) => `Tillsight is ready at ${address}${account}${mailboxNote(config, address)}`,
  })
} catch (error) {
  process.exitCode = reportFailure(error, {})
}
// Open handles must not keep a failed server alive.
process.exit()

async function startWithVite(config: Config, log: Log): Promise<Product> {
  mkdirSync(join(buildDir, 'client'), { recursive: true })
  const { inFront, hangUp } = createFront(Number(vitePort))
  const product = await serve(config, log, { buildDir, pages: freshPages, inFront })
  const stop = async (): Promise<void> => {
    hangUp()
    await product.stop()
  }
  return { ...product, stop }
}

/** Renders the current version of pages. */
function freshPages(runtime: Runtime): HttpOptions['pages'] {
  const modules = createPageModules()
  return async (request, visit) => {
    try {
      const build = await modules.import<ServerBuild>('virtual:react-router/server-build')
      return await pagesOf(runtime, build, 'development')(request, visit)
    } catch (error) {
      return sayWhatIsWrong(error)
    }
  }
}

/** Shown until the page can be rendered. Reloads by itself: it has no script that could be notified. */
function sayWhatIsWrong(error: unknown): Response {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(text)
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const headers = { 'content-type': 'text/html; charset=utf-8', refresh: '1' }
  return new Response(`<!doctype html><title>This page cannot be made</title><pre>${safe}</pre>`, {
    status: 500,
    headers,
  })
}
