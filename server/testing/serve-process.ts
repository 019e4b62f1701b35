// Runs the product without its pages as a process, so that tests can stop and kill it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { reportFailure } from '../cli/session.ts'
import { loadConfig } from '../config.ts'
import { runUntilStopped } from '../process.ts'
import { serve } from '../serve.ts'

const pages = async () => new Response('page')

try {
  const config = loadConfig()
  const buildDir = join(config.dataDir, 'build')
  mkdirSync(join(buildDir, 'client'), { recursive: true })
  await runUntilStopped((log) => serve({ ...config, platformPace: 'off' }, log, { buildDir, pages: () => pages }), {
    logLevel: config.logLevel,
    ready: ({ address }) => `Tillsight is ready at ${address}`,
  })
} catch (error) {
  process.exitCode = reportFailure(error, {})
}
