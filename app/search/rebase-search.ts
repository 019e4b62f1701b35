import { parseSearch, type SearchPatch, type SearchState, toSearch, withSearch } from './state.ts'

interface Choice {
  /** Query of the page that the choice is drawn on. */
  readonly drawn: string
  /** Where the choice leads from there. */
  readonly target: string
  /** Query that the address has, or is about to have. */
  readonly now: string
}

/**
 * Where a choice leads when another one was made since it was drawn: what it changes is changed in the address as it is now,
 * so that two choices in quick succession both count.
 */
export function rebaseSearch({ drawn, target, now }: Choice): string {
  if (drawn === now || ![drawn, target, now].every(isUnderstood)) return target
  const [before, after, latest] = [parseSearch(drawn), parseSearch(target), parseSearch(now)]
  // A saved view is opened as it was saved.
  if (before.view !== after.view) return target
  const changed = keysOf(before).filter((key) => !isSame(before[key], after[key]))
  const choosesPeriod = changed.includes('range') || changed.includes('compare')
  const patch = Object.fromEntries(
    changed
      // It follows from range and comparison, unless it alone is chosen.
      .filter((key) => key !== 'matchWeekday' || !choosesPeriod)
      .map((key) => [key, merge(before[key], after[key], latest[key])]),
  )
  return withSearch(latest, patch as SearchPatch)
}

/** A query that says more than a state can hold belongs to a page with an address of its own kind. */
function isUnderstood(search: string): boolean {
  const known = parseSearch(search)
  const said = new URLSearchParams(toSearch(known))
  return [...new URLSearchParams(search).keys()].every((key) => said.has(key) || ownKeys.has(key))
}

/** Keys that a default leaves out of the address. */
const ownKeys: ReadonlySet<string> = new Set(['range', 'compare', 'align', 'metric', 'by'])

function keysOf(state: SearchState): (keyof SearchState)[] {
  return Object.keys(state) as (keyof SearchState)[]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What was added to a list or a table of choices is added, what was taken off is taken off; anything else is as chosen. */
function merge(before: unknown, after: unknown, latest: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(latest)) {
    const isIn = (list: readonly unknown[]) => (each: unknown) => list.some((other) => isSame(each, other))
    const [wasThere, stays, isThere] = [isIn(before), isIn(after), isIn(latest)]
    const kept = latest.filter((each) => !wasThere(each) || stays(each))
    return [...kept, ...after.filter((each) => !wasThere(each) && !isThere(each))]
  }
  if (!isTable(before) || !isTable(after) || !isTable(latest)) return after
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(latest)])]
  const chosen = keys.map((key) => [key, isSame(before[key], after[key]) ? latest[key] : after[key]] as const)
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined))
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
