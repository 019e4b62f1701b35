// `npm run new -- connector <id> [name]` creates and registers an ad platform connector for a made-up API: the contract suite
// covers it at once, and it appears in all lists of the product. Replace the platform-specific parts from there.
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
