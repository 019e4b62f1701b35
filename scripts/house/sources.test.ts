import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCycles, importersOf, readModuleGraph } from './sources.ts'

const root = join(import.meta.dirname, '..', '..')

function graphOf(files: Readonly<Record<string, string>>) {
  return readModuleGraph(
    root,
    Object.entries(files).map(([path, text]) => ({ path, text, lines: text.split('\n') })),
  )
}

test('imports lead to our files, by path and by the name of a package; types count', () => {
  const graph = graphOf({
    'server/one.ts': "import type { Money } from '@tillsight/core'\nimport { two } from './two.ts'\n",
    'server/two.ts': "export { z } from 'zod'\n",
    'packages/core/src/index.ts': '',
  })
  assert.deepEqual(graph.get('server/one.ts'), ['packages/core/src/index.ts', 'server/two.ts'])
  assert.deepEqual(importersOf(graph).get('server/two.ts'), ['server/one.ts'])
})

test('a cycle is found by way of others too', () => {
  const graph = graphOf({
    'server/one.ts': "import './two.ts'\n",
    'server/two.ts': "await import('./three.ts')\n",
    'server/three.ts': "export * from './one.ts'\n",
  })
  assert.deepEqual(findCycles(graph), [['server/one.ts', 'server/two.ts', 'server/three.ts', 'server/one.ts']])
})
