// Runs the benchmarks in bench/, all or by name, and keeps the figures as JSON lines.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Benchmark, type Result, toLine, toTable } from '../bench/harness.ts'

const folder = join(import.meta.dirname, '..', 'bench')
const wanted = process.argv.slice(2)
const results: Result[] = []

for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .toSorted()) {
  const { benchmark } = (await import(join(folder, file))) as { benchmark: Benchmark }
  if (wanted.length > 0 && !wanted.includes(benchmark.name)) continue
  console.log(`${benchmark.name}: ${benchmark.about}`)
  await benchmark.run((result) => {
    const full = { bench: benchmark.name, ...result }
    results.push(full)
    console.log(`  ${toTable([full])}`)
  })
}

if (results.length === 0) {
  console.error(
    `No benchmark is called ${wanted.join(' or ')}. There are: ${readdirSync(folder)
      .filter((name) => name.endsWith('.bench.ts'))
      .join(', ')}`,
  )
  process.exit(2)
}
mkdirSync(join(folder, 'results'), { recursive: true })
writeFileSync(join(folder, 'results', 'latest.jsonl'), `${results.map(toLine).join('\n')}\n`)
console.log(`\n${toTable(results)}\n\n${results.map(toLine).join('\n')}`)
