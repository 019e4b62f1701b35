// Everything a machine can say about the source without starting the product. Under a minute, no services.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checkBudgets } from './house/budgets.ts'
import { checkCitedPaths } from './house/cited-paths.ts'
import { checkCycles } from './house/cycles.ts'
import { checkLockfile } from './house/lockfile.ts'

const root = join(import.meta.dirname, '..')

interface Step {
  readonly name: string
  readonly run: () => Promise<string[]>
}

const steps: readonly Step[] = [
  { name: 'format', run: () => tool('biome', ['check', '.']) },
  { name: 'lint', run: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'types', run: () => tool('tsc', ['-p', 'tsconfig.json', '--noEmit']) },
  { name: 'app types', run: appTypes },
  { name: 'dead code', run: () => tool('knip', ['--no-progress']) },
  { name: 'import cycles', run: async () => checkCycles(root) },
  { name: 'budgets', run: async () => checkBudgets(root) },
  { name: 'cited paths', run: async () => checkCitedPaths(root) },
  { name: 'lockfile', run: async () => checkLockfile(root) },
  { name: 'generated docs', run: () => tool(process.execPath, ['scripts/docs.ts', '--check']) },
]

// The router's own types first: without them every route looks untyped to the linter too.
const untyped = await tool('react-router', ['typegen'])

let failed = 0
const queue = [...steps]
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const startedAt = performance.now()
      const problems = await step.run()
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`)
      for (const problem of problems) console.log(`     ${problem}`)
      if (problems.length > 0) failed += 1
    }
  }),
)
console.log(failed === 0 ? `All ${steps.length} checks hold.` : `${failed} of ${steps.length} checks failed.`)
process.exit(failed === 0 ? 0 : 1)

async function appTypes(): Promise<string[]> {
  return untyped.length > 0 ? untyped : await tool('tsc', ['-p', 'app/tsconfig.json', '--noEmit'])
}

/** Runs a tool of the lockfile; returns its output as problems when it fails. */
function tool(name: string, args: readonly string[]): Promise<string[]> {
  const local = join(root, 'node_modules', '.bin', name)
  return new Promise((done) => {
    const child = spawn(existsSync(local) ? local : name, [...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => done([`${name} could not be started: ${error.message}`]))
    child.on('close', (code) => done(code === 0 ? [] : Buffer.concat(chunks).toString('utf8').trim().split('\n')))
  })
}
