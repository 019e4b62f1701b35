// All static checks of the source, without starting the product or any services. `--list NAME` lists the cases of a structure
// metric, `--ratchet` records improved metrics.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBudgets, checkCitedPaths, checkCycles, checkLockfile } from './house/checks.ts'
import { checkDeployment } from './house/deployment.ts'
import { checkSentences } from './house/sentences.ts'
import { checkStructure, listStructure, lowerRatchet } from './house/structure.ts'
import { checkWords } from './house/words.ts'

const root = join(import.meta.dirname, '..')

const { values: options } = parseArgs({ options: { ratchet: { type: 'boolean' }, list: { type: 'string' } } })
if (options.list !== undefined) {
  console.log(listStructure(root, options.list).join('\n'))
  process.exit(0)
}
if (options.ratchet) {
  lowerRatchet(root)
  process.exit(0)
}

// Each thread checks the same types again, and garbage collection takes a third of the time; so the tools run side by side
// with one thread each, and without collection where there is enough memory.
const singleThread = { GOMAXPROCS: '1', ...(freemem() > 10 * 1024 ** 3 ? { GOGC: 'off', GOMEMLIMIT: '4GiB' } : {}) }
// The router's own types: without them every route looks untyped, to the linter too.
const routeTypes = tool('react-router', ['typegen'])

const steps: Readonly<Record<string, () => string[] | Promise<string[]>>> = {
  format: () => tool('biome', ['check', '.']),
  types: () => typed('tsc', ['--checkers', '1']),
  lint: () => typed('oxlint', ['--type-aware', '--deny-warnings']),
  'dead code': () => tool('knip', ['--no-progress']),
  'import cycles': () => checkCycles(root),
  budgets: () => checkBudgets(root),
  structure: () => checkStructure(root),
  'cited paths': () => checkCitedPaths(root),
  words: () => [...checkWords(root), ...checkSentences(root)],
  lockfile: () => checkLockfile(root),
  deployment: () => checkDeployment(root),
  'generated docs': () => tool(process.execPath, ['scripts/docs.ts', '--check']),
}

let failed = 0
const queue = Object.entries(steps)
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const [name, run] = step
      const startedAt = performance.now()
      const problems = await run()
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      for (const problem of problems) console.log(`     ${problem}`)
      if (problems.length > 0) failed += 1
    }
  }),
)
console.log(failed === 0 ? 'All checks hold.' : `Failed checks: ${failed}.`)
process.exit(failed === 0 ? 0 : 1)

/** Runs a type-aware tool, after the routes' types were generated. */
async function typed(name: string, args: readonly string[]): Promise<string[]> {
  const problems = await routeTypes
  return problems.length > 0 ? problems : await tool(name, args, singleThread)
}

/** Runs an installed tool; returns its output as problems when it fails. */
function tool(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const local = join(root, 'node_modules', '.bin', name)
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 256 * 1024 ** 2 }
  return new Promise((done) => {
    execFile(existsSync(local) ? local : name, args, options, (error, stdout, stderr) =>
      done(error === null ? [] : (`${stdout}${stderr}`.trim() || error.message).split('\n')),
    )
  })
}
