import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Line } from './tree-state.ts'

interface RowKeysOptions {
  readonly lines: readonly Line[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly lineHeight: number
  /** Height of the scroller's sticky head. */
  readonly headHeight: number
  readonly toggle: (id: string) => void
  readonly open: (id: string) => void
}

/**
 * Roving tabindex: Tab reaches one row of the table; arrows move over all rows, rendered or not, right into the children and
 * left back to the parent. Enter expands, and opens the panel of a row without children.
 */
export function useRowKeys({ lines, scroller, lineHeight, headHeight, toggle, open }: RowKeysOptions) {
  const [active, setActive] = useState<string>()
  const wanted = useRef<string>(undefined)
  const rows = lines.flatMap((line, at) => (line.kind === 'row' ? [{ line, at }] : []))
  const index = Math.max(
    0,
    rows.findIndex(({ line }) => line.id === active),
  )
  // The row may have been drawn only now.
  useEffect(() => {
    if (wanted.current === undefined) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`)
    if (!element) return
    wanted.current = undefined
    element.focus({ preventScroll: true })
  })
  const go = (to: number) => {
    const target = rows[Math.min(Math.max(0, to), rows.length - 1)]
    if (!target) return
    bringIntoView(scroller.current, target.at, { lineHeight, headHeight })
    wanted.current = target.line.id
    setActive(target.line.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const current = rows[index]?.line
    if (!current || current.kind !== 'row' || event.ctrlKey || event.metaKey || event.altKey) return
    const { row, depth, isOpen } = current
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight) - 2)
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.row === row.id
    const parent = rows.findLastIndex(({ line }, at) => at < index && line.kind === 'row' && line.depth < depth)
    const moves: Readonly<Record<string, (() => void) | false>> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => go(index + page),
      PageUp: () => go(index - page),
      ArrowRight: () => (row.canUnfold && !isOpen ? toggle(row.id) : isOpen && go(index + 1)),
      ArrowLeft: () => (isOpen ? toggle(row.id) : parent >= 0 && go(parent)),
      Enter: isOnRow && (() => (row.canUnfold ? toggle(row.id) : open(row.id))),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return { active: rows[index]?.line.id, setActive, onKeyDown }
}

interface Heights {
  readonly lineHeight: number
  readonly headHeight: number
}

/** Scrolls as little as it takes. */
function bringIntoView(element: HTMLElement | null, at: number, { lineHeight, headHeight }: Heights): void {
  if (!element) return
  const top = at * lineHeight
  const room = element.clientHeight - headHeight
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + lineHeight > element.scrollTop + room) element.scrollTop = top + lineHeight - room
}
