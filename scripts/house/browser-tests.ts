import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from './counts.ts'
import { ensureBuild } from './fresh-build.ts'

/** Runs Playwright over `e2e/` in a real browser, on a fresh build. */
export async function runBrowserTests(root: string): Promise<Counts> {
  ensureBuild()
  const report = join(root, 'e2e', 'results', 'report.json')
  mkdirSync(join(root, 'e2e', 'results'), { recursive: true })
  rmSync(report, { force: true })
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const child = spawn(process.execPath, [cli, 'test', '-c', 'e2e/playwright.config.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  await new Promise((done) => child.on('close', done))
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky > 0) console.log(`${stats.flaky} passed only when tried again: see "flaky" above.`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}
