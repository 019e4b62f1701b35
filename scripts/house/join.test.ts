import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinFiles } from './join.ts'
import type { Source } from './sources.ts'

const view = source('views/view.ts', [
  "import { z } from 'zod'",
  '',
  'export const View = z.string()',
  'export const most = 3',
])
const list = source('views/list.ts', [
  "import { defineVerb } from '../verb.ts'",
  "import { View } from './view.ts'",
  '',
  '/** All of them. */',
  'export const list = defineVerb(View)',
])
const index = source('views/index.ts', ["export { list } from './list.ts'", "export type { View } from './view.ts'"])

test('fragments become one file, what others need first, without what only they exported', () => {
  assert.deepEqual(joinFiles([list.path, view.path], [view, list, index]), {
    text: `import { z } from 'zod'
import { defineVerb } from '../verb.ts'

export const View = z.string()
const most = 3

/** All of them. */
export const list = defineVerb(View)
`,
  })
})

test('two of one name are told, and nothing is joined', () => {
  const other = source('views/other.ts', ['const most = 4', 'export const other = () => most'])
  assert.deepEqual(joinFiles([view.path, other.path], [view, other]), { problem: 'Declared more than once: most.' })
})

test('a file that is found by its path keeps what it exports', () => {
  const bench = source('bench/tea.bench.ts', [
    "import { rounds } from './rounds.ts'",
    '',
    'export const benchmark = rounds',
  ])
  const rounds = source('bench/rounds.ts', ['export const rounds = 3'])
  assert.deepEqual(joinFiles([bench.path, rounds.path], [bench, rounds]), {
    text: 'const rounds = 3\n\nexport const benchmark = rounds\n',
  })
})

function source(path: string, lines: readonly string[]): Source {
  return { path, text: `${lines.join('\n')}\n`, lines }
}
