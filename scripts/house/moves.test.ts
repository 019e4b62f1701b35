import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { movePaths, rewriteImports } from './moves.ts'

test('imports follow a folder that moves, from outside and from inside', () => {
  const sources = Object.entries({
    'server/tea/pot.ts': "import { cup } from './cup.ts'\nimport { door } from '../door.ts'\n",
    'server/tea/cup.ts': "export const cup = await import('../door.ts')\n",
    'server/door.ts': '',
    'server/main.ts': "import { z } from 'zod'\nexport * from './tea/pot.ts'\n",
  }).map(([path, text]) => ({ path, text, lines: text.split('\n') }))
  const moves = movePaths(
    sources.map(({ path }) => path),
    [['server/tea', 'app/kitchen/tea']],
  )
  assert.deepEqual(Object.fromEntries(moves), {
    'server/tea/pot.ts': 'app/kitchen/tea/pot.ts',
    'server/tea/cup.ts': 'app/kitchen/tea/cup.ts',
  })
  assert.deepEqual(rewriteImports(sources, moves), [
    {
      path: 'app/kitchen/tea/pot.ts',
      text: "import { cup } from './cup.ts'\nimport { door } from '../../../server/door.ts'\n",
    },
    { path: 'app/kitchen/tea/cup.ts', text: "export const cup = await import('../../../server/door.ts')\n" },
    { path: 'server/main.ts', text: "import { z } from 'zod'\nexport * from '../app/kitchen/tea/pot.ts'\n" },
  ])
})

test('a route takes its types and its place in the table along; a file may go elsewhere than its folder', () => {
  const sources = Object.entries({
    'app/routes.ts': "export default [route('tea', 'routes/tea/home.tsx'), route('milk', 'milk.ts')]\n",
    'app/routes/tea/home.tsx': "import type { Route } from './+types/home.ts'\nimport { leaf } from './leaf.ts'\n",
    'app/routes/tea/leaf.ts': '',
  }).map(([path, text]) => ({ path, text, lines: text.split('\n') }))
  const moves = movePaths(
    sources.map(({ path }) => path),
    [
      ['app/routes/tea/home.tsx', 'app/pages/tea/tea-route.tsx'],
      ['app/routes/tea', 'app/blocks/tea'],
    ],
  )
  assert.deepEqual(rewriteImports(sources, moves), [
    {
      path: 'app/routes.ts',
      text: "export default [route('tea', 'pages/tea/tea-route.tsx'), route('milk', 'milk.ts')]\n",
    },
    {
      path: 'app/pages/tea/tea-route.tsx',
      text: "import type { Route } from './+types/tea-route.ts'\nimport { leaf } from '../../blocks/tea/leaf.ts'\n",
    },
  ])
})
