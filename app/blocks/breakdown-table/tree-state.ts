import type { RowModel, RowsLoad, RowsPage, TableModel } from './model.ts'

// The table's state in the browser: pages of top-level rows, and the children of expanded rows.

export interface TreeState {
  readonly pages: readonly RowsPage[]
  /** How many leading pages are current; the pages after them stay visible until they have been reloaded. */
  readonly fresh: number
  /** Why the next page could not be read. */
  readonly failure: string | null
  readonly branches: Readonly<Record<string, RowsLoad>>
}

/** The initial state, from the page's loader. */
export function startTree({ page, branches }: Pick<TableModel, 'page' | 'branches'>): TreeState {
  return { pages: [page], fresh: 1, failure: null, branches }
}

/** The same table with newer facts: pages that were scrolled to stay visible while they are reloaded. */
export function renewTree(state: TreeState, { page, branches }: Pick<TableModel, 'page' | 'branches'>): TreeState {
  return { pages: [page, ...state.pages.slice(1)], fresh: 1, failure: null, branches }
}

/**
 * Cursor of the next page that has to be loaded; null when none is missing. `isNearEnd`: the last rows are about to be seen.
 */
export function nextCursor({ pages, fresh }: TreeState, isNearEnd: boolean): string | null {
  if (fresh >= pages.length && !isNearEnd) return null
  return pages[fresh - 1]?.cursor ?? null
}

/** Adds a page of top-level rows. */
export function addPage(state: TreeState, load: RowsLoad): TreeState {
  if (load.state === 'failed') return { ...state, failure: load.message }
  const { rows, cursor } = load
  const rest = cursor === null ? [] : state.pages.slice(state.fresh + 1)
  return {
    ...state,
    failure: null,
    pages: [...state.pages.slice(0, state.fresh), { rows, cursor }, ...rest],
    fresh: state.fresh + 1,
  }
}

/** Adds children of a row, after those loaded before. */
export function addBranch(state: TreeState, id: string, load: RowsLoad): TreeState {
  const known = state.branches[id]
  const isMore = known?.state === 'ready' && known.cursor !== null
  if (!isMore) return { ...state, branches: { ...state.branches, [id]: load } }
  if (load.state === 'failed') return state
  const rows = [...known.rows, ...load.rows]
  return { ...state, branches: { ...state.branches, [id]: { ...load, rows } } }
}

/** Forgets a failed load, so that it is requested again. */
export function retry(state: TreeState, id: string | null): TreeState {
  if (id === null) return { ...state, failure: null }
  const { [id]: _failed, ...branches } = state.branches
  return { ...state, branches }
}

/** A line of the table. */
export type Line =
  | {
      readonly kind: 'row'
      readonly id: string
      readonly row: RowModel
      readonly depth: number
      readonly isOpen: boolean
    }
  | { readonly kind: 'waiting'; readonly id: string; readonly parent: RowModel; readonly depth: number }
  | { readonly kind: 'none'; readonly id: string; readonly parent: RowModel; readonly depth: number }
  | {
      readonly kind: 'more'
      readonly id: string
      readonly parent: RowModel
      readonly depth: number
      readonly cursor: string
    }
  | {
      readonly kind: 'failed'
      readonly id: string
      readonly parent: RowModel
      readonly depth: number
      readonly message: string
    }

/** The lines of the table from top to bottom, each row once. */
export function linesOf({ pages, branches }: TreeState, unfolded: readonly string[]): Line[] {
  const open = new Set(unfolded)
  const seen = new Set<string>()
  const lines: Line[] = []
  const walk = (rows: readonly RowModel[], depth: number) => {
    for (const row of rows) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      const isOpen = row.canUnfold && open.has(row.id)
      lines.push({ kind: 'row', id: row.id, row, depth, isOpen })
      if (isOpen) below(row, depth + 1)
    }
  }
  const below = (parent: RowModel, depth: number) => {
    const branch = branches[parent.id]
    const line = { id: `${parent.id} below`, parent, depth }
    if (!branch) lines.push({ ...line, kind: 'waiting' })
    else if (branch.state === 'failed') lines.push({ ...line, kind: 'failed', message: branch.message })
    else {
      walk(branch.rows, depth)
      if (branch.rows.length === 0) lines.push({ ...line, kind: 'none' })
      if (branch.cursor !== null) lines.push({ ...line, kind: 'more', cursor: branch.cursor })
    }
  }
  for (const page of pages) walk(page.rows, 0)
  return lines
}
