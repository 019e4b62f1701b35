import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles } from './sources.ts'

const link = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g
const path = /`((?:app|server|packages|simulators|demo|e2e|docs|scripts|bench)\/[\w@./-]+\.\w+)`/g

/** Links and paths in documents that point at nothing. */
export function checkCitedPaths(root: string): string[] {
  return listFiles(root, ['.md']).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const links = [...text.matchAll(link)].map(([, target = '']) => ({ target, file: join(dirname(document), target) }))
    const paths = [...text.matchAll(path)].map(([, target = '']) => ({ target, file: target }))
    return [...links, ...paths]
      .filter(({ file }) => !existsSync(join(root, file)))
      .map(({ target }) => `${document} names ${target}, which does not exist.`)
  })
}
