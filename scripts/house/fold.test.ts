import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import { test } from 'node:test'
import { nextFold } from './fold.ts'
import type { Source } from './sources.ts'

const root = join(import.meta.dirname, '..', '..')

function fold(files: Readonly<Record<string, string>>, folder = 'packages/tea/src') {
  const sources: Source[] = Object.entries(files).map(([name, text]) => {
    const path = `${folder}/${name}`
    return { path, text, lines: text.split('\n') }
  })
  return nextFold(root, sources, [folder])
}

test('a piece goes into its one importer: values above, functions below, imports once', () => {
  const folded = fold({
    'pot.ts': `import { type Cup, fill } from './cup.ts'
import { most } from './sizes.ts'

/** Pours. */
export function pour(): Cup {
  return fill(most)
}
`,
    'cup.ts': `import { most } from './sizes.ts'

/** In millilitres. */
export const least = 10

/** A cup. */
export interface Cup {
  readonly size: number
}

export function fill(size: number): Cup {
  return { size: Math.min(most, Math.max(least, size)) }
}
`,
    'sizes.ts': `export const most = 300\n`,
  })
  assert.equal(folded?.piece, 'packages/tea/src/cup.ts')
  assert.equal(
    folded?.text,
    `import { most } from './sizes.ts'

/** In millilitres. */
const least = 10

/** Pours. */
export function pour(): Cup {
  return fill(most)
}

/** A cup. */
interface Cup {
  readonly size: number
}

function fill(size: number): Cup {
  return { size: Math.min(most, Math.max(least, size)) }
}
`,
  )
})

test('a piece stays where a name would stand for two things, or where it is loaded by its path', () => {
  const cup = 'const size = 1\n\nexport function fill(): number {\n  return size\n}\n'
  const pot = "import { fill } from './cup.ts'\n\nexport const pour = fill\n"
  assert.equal(fold({ 'cup.ts': cup, 'pot.ts': `${pot}\nconst size = 2\n` }), undefined)
  assert.equal(fold({ 'cup.ts': cup, 'pot.ts': pot, 'run.ts': "new URL('./cup.ts', import.meta.url)\n" }), undefined)
  assert.equal(fold({ 'cup.ts': cup, 'pot.ts': `${pot}\nimport.meta.resolve('./cup.ts')\n` }), undefined)
  assert.equal(fold({ 'cup.ts': cup, 'pot.ts': pot, 'pot.test.ts': "import { fill } from './cup.ts'\n" }), undefined)
  assert.equal(fold({ 'cup.ts': cup, 'index.ts': "export { fill } from './cup.ts'\n" }), undefined)
  assert.equal(fold({ 'cup.ts': cup, 'pot.ts': pot })?.into, 'packages/tea/src/pot.ts')
})

test('a route takes its loader in from a folder below; what others know under another name stays', () => {
  const folded = fold(
    {
      'route.tsx': `import { loadTea } from './brew/load-tea.server.ts'

export const loader = loadTea

export default function TeaRoute() {
  return null
}

export { TeaRoute as ErrorBoundary }
`,
      'brew/load-tea.server.ts': `import { leaf } from '../leaf.ts'

export function loadTea() {
  return leaf
}
`,
      'leaf.ts': `const leaf = 1\n\nexport { leaf }\n`,
    },
    'app/pages/tea',
  )
  assert.equal(folded?.piece, 'app/pages/tea/brew/load-tea.server.ts')
  assert.equal(
    folded?.text,
    `import { leaf } from './leaf.ts'

export const loader = loadTea

export default function TeaRoute() {
  return null
}

export { TeaRoute as ErrorBoundary }

function loadTea() {
  return leaf
}
`,
  )
})
