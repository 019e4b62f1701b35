// Every test of the project: Node's own runner for `.ts`, and Playwright in a real browser. The last line sums both.
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { startBrowserTests } from './house/browser-tests.ts'
import { none, sumOf } from './house/counts.ts'
import { inMemory } from './house/memory-folder.ts'
import { runNodeTests } from './house/node-tests.ts'
import { listFiles } from './house/sources.ts'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const startedAt = performance.now()
/** Of the processes of Node's tests, as long as the browser runs beside them. */
const lowPriority = 10

const files = listFiles(root, ['.test.ts']).filter(
  (path) => wanted.length === 0 || wanted.some((part) => path.includes(part)),
)
const counts = await inMemory(async () => {
  const browser = wanted.length === 0 || wanted.includes('e2e') ? startBrowserTests(root) : undefined
  // A browser waits for a third of its time, for pages and for mail: Node's tests work in those moments, and hold up no page.
  if (browser !== undefined) setPriority(lowPriority)
  const unit = await runNodeTests({ root, files, isCi: process.env.CI !== undefined })
  return [unit, (await browser?.shown()) ?? none]
})

console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`)
const { passed, failed, skipped } = sumOf(counts)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
