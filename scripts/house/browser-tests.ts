import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from './counts.ts'
import { ensureBuild } from './fresh-build.ts'

/** Browser tests that are running. */
export interface BrowserTests {
  /** Prints what they have said and whatever they go on to say, and counts how they ended. */
  shown(): Promise<Counts>
}

/** Starts Playwright over `e2e/` in a real browser, on a fresh build; it says nothing until it is to be shown. */
export function startBrowserTests(root: string): BrowserTests {
  ensureBuild()
  const report = join(root, 'e2e', 'results', 'report.json')
  mkdirSync(join(root, 'e2e', 'results'), { recursive: true })
  rmSync(report, { force: true })
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const child = spawn(process.execPath, [cli, 'test', '-c', 'e2e/playwright.config.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const closed = once(child, 'close')
  const said: Buffer[] = []
  let print = (text: Buffer): void => void said.push(text)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => print(text))
  return {
    async shown() {
      print = (text) => void process.stdout.write(text)
      for (const text of said) print(text)
      await closed
      return readCounts(report)
    },
  }
}

function readCounts(report: string): Counts {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky > 0) console.log(`${stats.flaky} passed only when tried again: see "flaky" above.`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}
