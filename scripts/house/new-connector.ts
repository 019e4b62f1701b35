import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Id and display name of a connector. */
export interface ConnectorNames {
  readonly id: string
  readonly name: string
}

const templates = join(import.meta.dirname, 'connector')
const home = join('packages', 'platforms', 'src')

/** Creates and registers an ad platform connector. Returns the created and the changed files. */
export function makeConnector(root: string, names: ConnectorNames): { made: string[]; changed: string[] } {
  if (!/^[a-z]{3,30}$/.test(names.id)) throw new Error('An id has 3 to 30 small letters, such as pinterestads.')
  if (existsSync(join(root, home, names.id))) throw new Error(`There is a folder ${join(home, names.id)} already.`)
  mkdirSync(join(root, home, names.id))
  const made = readdirSync(templates).map((file) => {
    const path = join(home, names.id, file.replace(/\.txt$/, ''))
    writeFileSync(join(root, path), fill(readFileSync(join(templates, file), 'utf8'), names))
    return path
  })
  const changed = Object.entries(registrations(names)).map(([file, change]) => {
    const path = join(home, file)
    writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')))
    return path
  })
  return { made, changed }
}

function fill(text: string, { id, name }: ConnectorNames): string {
  return text
    .replaceAll('newads', id)
    .replaceAll('NEWADS', id.toUpperCase())
    .replaceAll('Newads', capital(id))
    .replaceAll('Name_', name)
}

function capital(id: string): string {
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`
}

type Change = (text: string) => string

function registrations({ id }: ConnectorNames): Readonly<Record<string, Change>> {
  const fake = `start${capital(id)}ContractFake`
  return {
    'list.ts': (text) =>
      withImport(text, `import * as ${id} from './${id}/descriptor.ts'`)
        .replace(/(faces = \[[^\]]*)\]/, `$1, ${id}.face]`)
        .replace(/(descriptors = \[[^\]]*)\]/, `$1  ${id}.descriptor,\n]`),
    'registry.ts': (text) =>
      withImport(text, `import { ${id} } from './${id}/index.ts'`).replace('\n} satisfies', `\n  ${id},\n} satisfies`),
    'contract.test.ts': (text) =>
      withImport(text, `import { ${fake} } from './${id}/testing.ts'`).replace(
        /(const fakes[^{]*\{[^}]*)\}/,
        `$1  ${id}: ${fake},\n}`,
      ),
  }
}

/** Appends an import to the existing ones; the formatter sorts them. */
function withImport(text: string, line: string): string {
  const last = text.lastIndexOf('\nimport ')
  const end = text.indexOf('\n', last + 1)
  return `${text.slice(0, end + 1)}${line}\n${text.slice(end + 1)}`
}
