import { useCallback, useMemo, useReducer, useState } from 'react'
import type { RowsLoad, TableModel } from './model.ts'
import { addBranch, addPage, linesOf, renewTree, retry, startTree, type TreeState } from './tree-state.ts'

type Change =
  | { readonly kind: 'renew' | 'start'; readonly table: TableModel }
  | { readonly kind: 'page'; readonly load: RowsLoad }
  | { readonly kind: 'branch'; readonly id: string; readonly load: RowsLoad }
  | { readonly kind: 'retry'; readonly id: string | null }

function reduce(state: TreeState, change: Change): TreeState {
  switch (change.kind) {
    case 'start':
      return startTree(change.table)
    case 'renew':
      return renewTree(state, change.table)
    case 'page':
      return addPage(state, change.load)
    case 'branch':
      return addBranch(state, change.id, change.load)
    case 'retry':
      return retry(state, change.id)
  }
}

interface TreeOptions {
  readonly table: TableModel
  /** The address of the table without its expanded rows: another one starts over. */
  readonly search: string
  readonly unfolded: readonly string[]
}

/** The loaded lines of the table, and the functions that load more. */
export function useTree({ table, search, unfolded }: TreeOptions) {
  const [state, change] = useReducer(reduce, table, startTree)
  const [shown, setShown] = useState({ table, search })
  if (shown.table !== table) {
    setShown({ table, search })
    change({ kind: shown.search === search ? 'renew' : 'start', table })
  }
  const lines = useMemo(() => linesOf(state, unfolded), [state, unfolded])
  return {
    state,
    lines,
    addPage: useCallback((load: RowsLoad) => change({ kind: 'page', load }), []),
    addBranch: useCallback((id: string, load: RowsLoad) => change({ kind: 'branch', id, load }), []),
    retry: useCallback((id: string | null) => change({ kind: 'retry', id }), []),
  }
}
