// Every test of the project: Node's own runner for `.ts`, then Playwright in a real browser. The last line sums both.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { ensureBuild } from './house/fresh-build.ts'
import { listFiles } from './house/sources.ts'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const startedAt = performance.now()

const unit = await runNodeTests()
const browser =
  wanted.length === 0 || wanted.includes('e2e') ? await runBrowserTests() : { passed: 0, failed: 0, skipped: 0 }

console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`)
const sum = {
  passed: unit.passed + browser.passed,
  failed: unit.failed + browser.failed,
  skipped: unit.skipped + browser.skipped,
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)

/** Each file is a process of its own; two at a time, because many start stores. */
async function runNodeTests(): Promise<Counts> {
  const files = listFiles(root, ['.test.ts'])
    .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
    .map((path) => join(root, path))
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 }
  return await new Promise((done) => {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    // A supervised child that a test left running must not keep its file from ending.
    const stream = run({ files, concurrency: 2, timeout: 600_000, forceExit: true, execArgv: steadyCases() })
    stream.on('test:summary', (summary) => {
      if (summary.file !== undefined) return
      const { counts: c } = summary
      counts.passed = c.passed
      counts.skipped = c.skipped + c.todo
      counts.failed = c.tests - c.passed - c.skipped - c.todo
    })
    stream.on('end', () => done(counts))
    stream.compose(new spec()).pipe(process.stdout, { end: false })
  })
}

/** What lands is judged by what changed: property tests draw the same cases each time there, and new ones at a desk. */
function steadyCases(): string[] {
  return process.env.CI === undefined ? [] : ['--import', join(root, 'scripts', 'house', 'steady-cases.ts')]
}

async function runBrowserTests(): Promise<Counts> {
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
