// Every test of the project: Node's own runner for `.ts`, then Playwright in a real browser. The last line sums both.
import { join } from 'node:path'
import { listFiles } from './house/sources.ts'
import { none, sumOf } from './house/test-batches.ts'
import { inMemory, runBrowserTests, runNodeTests } from './house/test-runs.ts'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const startedAt = performance.now()

const files = listFiles(root, ['.test.ts']).filter(
  (path) => wanted.length === 0 || wanted.some((part) => path.includes(part)),
)
const counts = await inMemory(async () => {
  const unit = await runNodeTests({ root, files, isCi: process.env.CI !== undefined })
  // After the others: in parallel both take longer than in sequence.
  const browser = wanted.length === 0 || wanted.includes('e2e') ? await runBrowserTests(root) : none
  return [unit, browser]
})

console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`)
const { passed, failed, skipped } = sumOf(counts)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
