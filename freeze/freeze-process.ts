// Freezes parts into a folder, in a process with a shifted clock: `freeze-process.ts <folder> <data> <part> …`
import '../scripts/house/react.ts'
import type { Cases } from './case.ts'
import { productParts, sourceParts } from './part-names.ts'
import { ofProduct, ofSource } from './parts.ts'
import { withFrozenProduct } from './product.ts'
import { writePart } from './snapshot.ts'

const [folder = '', data = '', ...wanted] = process.argv.slice(2)

for (const name of sourceParts.filter((each) => wanted.includes(each))) await freeze(name, ofSource[name]())
const asked = productParts.filter((each) => wanted.includes(each))
if (asked.length > 0) {
  await withFrozenProduct(data || undefined, async (product) => {
    for (const name of asked) await freeze(name, ofProduct[name](product))
  })
}
// Clients leave timers and connections behind.
process.exit(0)

async function freeze(name: string, cases: Cases): Promise<void> {
  const startedAt = performance.now()
  const count = await writePart(folder, name, cases)
  console.log(`${name}: ${count} cases in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
