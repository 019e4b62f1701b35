// `npm run new -- connector <id> [name]` makes the folder of an ad platform that reads a made-up interface, and registers it:
// the contract suite runs over it at once, and every list of the product has it. What is specific follows from there.
import { join } from 'node:path'
import { makeConnector } from './house/new-connector.ts'

const [kind, id = '', name = id] = process.argv.slice(2)
if (kind !== 'connector' || id === '') {
  console.error('Say what: npm run new -- connector pinterestads "Pinterest Ads"')
  process.exit(1)
}
const { made, changed } = makeConnector(join(import.meta.dirname, '..'), { id, name })
console.log(
  `Made:\n${made.map((path) => `  ${path}`).join('\n')}\nRegistered in:\n${changed.map((path) => `  ${path}`).join('\n')}`,
)
console.log(
  `Next: npm test -- platforms/src/contract platforms/src/registry, then read packages/platforms/src/${id}/README.md.`,
)
