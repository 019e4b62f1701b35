import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays } from '@tillsight/core/days'
import { addExport, listExportRuns, makeExportRun, run, runExport } from '@tillsight/domain'
import { createFolderStore } from '@tillsight/storage'
import { operator } from '../server/contexts.ts'
import { createExportFiles } from '../server/export-files.ts'
import { exportServicesOf } from '../server/exports.ts'
import type { Runtime } from '../server/runtime.ts'
import { lastDay, makeShops } from './facts.ts'
import { atMost, type Benchmark, elapsed, type Report, watchMemory } from './harness.ts'
import { openBareEngine, withProduct, withRuntime } from './installation.ts'

const million = 1_000_000
/** An order has about two and a half rows: as many have a million. */
const usualOrders = 420_000
const options = { orders: { type: 'string', default: String(usualOrders) } } as const
/** `npm run bench -- exports --orders 42000` */
const orders = Number(parseArgs({ options, strict: false }).values.orders)
const fewestRows = (million * orders) / usualOrders
const rounds = 3

/** What a large file takes to make. */
export const benchmark: Benchmark = {
  name: 'exports',
  about: `a file of ${fewestRows.toLocaleString('en')} rows of the ledger as Parquet, JSON lines and CSV, with one hand-written query that reads them`,
  run: (report) => withProduct((_product, dataDir) => withRuntime(dataDir, (runtime) => measure(report, runtime))),
}

async function measure(report: Report, runtime: Runtime): Promise<void> {
  const domain = 'large.test'
  await makeShops(runtime, [{ domain, orders }])
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-bench-exports-'))
  const engine = openBareEngine(runtime.stores.warehouseUrl)
  try {
    const shop = await runtime.stores.database.kysely
      .selectFrom('shops')
      .selectAll()
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow()
    const background = {
      ...exportServicesOf(runtime),
      files: createExportFiles({ ...runtime.files, store: createFolderStore(folder) }),
    }
    const ctx = { ...(await background.openShop(shop.id)), actor: operator }
    const days = { from: addDays(lastDay(), -740), to: lastDay() }
    const bare = () =>
      elapsed(async () => {
        const query =
          'SELECT * FROM ledger WHERE shop_id = {shop:UUID} ORDER BY booked_at, order_id, row_id FORMAT Parquet'
        const answer = await engine.exec({ query, query_params: { shop: shop.id } })
        for await (const _piece of answer.stream) {
          // Read, as a file would be.
        }
      })
    for (const format of ['parquet', 'jsonl', 'csv'] as const) {
      const { id } = await run(addExport, ctx, { name: format, what: 'ledger', format })
      const took: number[] = []
      const against: number[] = []
      let grown = 0
      let rows = 0
      for (let round = 0; round < rounds; round += 1) {
        against.push(await bare())
        const { id: runId } = await run(runExport, ctx, { export: id, ...days })
        const memory = watchMemory()
        took.push(await elapsed(() => makeExportRun(background, runId, new AbortController().signal)))
        grown = Math.max(grown, memory.stop())
        rows = (await run(listExportRuns, ctx, { export: id, limit: 1 })).items[0]?.manifest?.rows ?? 0
      }
      if (rows < fewestRows) throw new Error(`The file has ${rows} rows only`)
      const [best, least] = [Math.min(...took), Math.min(...against)]
      const seconds = (best / 1000) * (million / rows)
      const isNamed = format === 'parquet'
      report({ measure: `${format}: the file / the bare query`, value: best / least, unit: 'ratio' })
      report({
        measure: `${format}: 1,000,000 rows`,
        value: seconds,
        unit: 's',
        ...(isNamed && { target: atMost(20) }),
      })
      report({ measure: `${format}: memory grows by`, value: grown, unit: 'MB', target: atMost(200) })
    }
  } finally {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}
