import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One tracked or new source file of ours. */
export interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

/** Files that git tracks or would track, by ending. */
export function listFiles(root: string, endings: readonly string[]): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return output
    .split('\n')
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && existsSync(join(root, path)))
    .toSorted()
}

/** Our own TypeScript, generated files left out. */
export function readSources(root: string): Source[] {
  return listFiles(root, ['.ts', '.tsx'])
    .filter((path) => !path.includes('/generated/'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.split('\n') }
    })
}

export function isTest(path: string): boolean {
  return path.includes('.test.') || path.startsWith('e2e/')
}

/** Finds import and export declarations with their module, and dynamic imports; the module is in one of the two groups. */
export const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Module specifiers that a file imports or re-exports, types included. */
export function importsOf(source: Source): readonly string[] {
  const known = read.get(source)
  if (known !== undefined) return known
  const found = [...source.text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '')
  read.set(source, found)
  return found
}

const read = new WeakMap<Source, readonly string[]>()
