import { parseSearch, toKept } from '../../search/index.ts'
import type { ViewItem } from './model.ts'

/** Which of the views a page shows, and whether it still looks as saved. */
export interface OpenView {
  /** Undefined: none. */
  readonly view: ViewItem | undefined
  readonly isEdited: boolean
}

/** Reads it from the query: the view that was opened, else one that says the very same. */
export function openViewOf(views: readonly ViewItem[], search: string): OpenView {
  const state = parseSearch(search)
  const shown = toKept(state)
  const opened = views.find(({ id }) => id === state.view)
  if (opened) return { view: opened, isEdited: keptOf(opened) !== shown }
  if (state.view !== undefined) return { view: undefined, isEdited: false }
  return { view: views.find((view) => keptOf(view) === shown && shown !== ''), isEdited: false }
}

function keptOf({ search }: ViewItem): string {
  return toKept(parseSearch(search))
}
