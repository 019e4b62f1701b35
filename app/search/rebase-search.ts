import { parseSearch, type SearchPatch, type SearchState, toSearch, withSearch } from './state.ts'

interface Choice {
  /** Query of the page at which the choice was rendered. */
  readonly drawn: string
  /** Query that the choice leads to from there. */
  readonly target: string
  /** Current query, or that of the pending navigation. */
  readonly now: string
}

/**
 * Rebases a choice on the current address when another choice was made since it was rendered, so that two quick choices both
 * apply.
 */
export function rebaseSearch({ drawn, target, now }: Choice): string {
  if (drawn === now || ![drawn, target, now].every(isUnderstood)) return target
  const [before, after, latest] = [parseSearch(drawn), parseSearch(target), parseSearch(now)]
  // A saved view opens exactly as saved.
  if (before.view !== after.view) return target
  const changed = keysOf(before).filter((key) => !isSame(before[key], after[key]))
  const choosesPeriod = changed.includes('range') || changed.includes('compare')
  const patch = Object.fromEntries(
    changed
      // Follows from range and comparison, unless only it was changed.
      .filter((key) => key !== 'matchWeekday' || !choosesPeriod)
      .map((key) => [key, merge(before[key], after[key], latest[key])]),
  )
  return withSearch(latest, patch as SearchPatch)
}

/** Whether the state represents the whole query; otherwise it belongs to a page with other parameters. */
function isUnderstood(search: string): boolean {
  const known = parseSearch(search)
  const said = new URLSearchParams(toSearch(known))
  return [...new URLSearchParams(search).keys()].every((key) => said.has(key) || ownKeys.has(key))
}

/** Keys that the address omits when they have their default. */
const ownKeys: ReadonlySet<string> = new Set(['range', 'compare', 'align', 'metric', 'by'])

function keysOf(state: SearchState): (keyof SearchState)[] {
  return Object.keys(state) as (keyof SearchState)[]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Three-way merge: additions to and removals from a list or table are applied to the latest value; anything else is replaced.
 */
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
