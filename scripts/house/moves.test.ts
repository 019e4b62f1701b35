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
  const moves = movePaths(sources, [['server/tea', 'app/kitchen/tea']])
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
