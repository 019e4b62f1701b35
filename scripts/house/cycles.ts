import { findCycles, readModuleGraph } from './module-graph.ts'
import { readSources } from './sources.ts'

/** Import cycles between our files, type-only ones included: the linter sees only those that run. */
export function checkCycles(root: string): string[] {
  return findCycles(readModuleGraph(root, readSources(root))).map(
    (cycle) => `${cycle.join(' → ')}: one of these imports has to go; move what both need below them.`,
  )
}
