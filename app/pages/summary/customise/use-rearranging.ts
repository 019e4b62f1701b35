import type { DragOverEvent } from '@dnd-kit/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../language/index.ts'
import { useArranging } from '../layout/arranging.tsx'
import { moveTo, pinnedRow, rowsOf, type Spot } from '../moves.ts'
import { type DraftRow, findSpot, putAt, spotOver, stepFrom, withSpot } from './draft-rows.ts'

/** State of moving widgets by pointer or keyboard: the preview of the layout, and the announcement. */
export interface Rearranging {
  readonly rows: readonly DraftRow[]
  /** Key of the widget that is being moved. */
  readonly moved: string | undefined
  /** Announcement for screen readers. */
  readonly spoken: string
  readonly onStart: (key: string) => void
  readonly onOver: (event: DragOverEvent) => void
  readonly onEnd: () => void
  readonly onCancel: () => void
  /** Handles a key press on a widget's handle. */
  readonly onKey: (key: string, event: KeyboardEvent<HTMLButtonElement>) => void
}

interface Draft {
  readonly key: string
  readonly rows: readonly DraftRow[]
  readonly isByKeyboard: boolean
}

/** `id` of a widget's handle, which keeps the focus while the widget moves. */
export function handleId(key: string): string {
  return `handle-${key.replaceAll('.', '-')}`
}

const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 } as const

/** Moves one widget at a time; nothing is stored before the drop. */
export function useRearranging(): Rearranging {
  const t = useText()
  const arranging = useArranging()
  const { arrangement, change } = arranging
  const [draft, setDraft] = useState<Draft>()
  const [spoken, setSpoken] = useState('')
  const goesOn = useSpotsSincePointer(draft?.isByKeyboard === false)
  const rows = draft?.rows ?? rowsOf(arrangement)
  const rowNames = new Map([
    [pinnedRow, t('summary.pinned')],
    ...arrangement.sections.map(({ id, name }) => [id, name] as const),
  ])
  const say = (kind: 'lifted' | 'moved' | 'dropped', key: string, now: readonly DraftRow[]) =>
    setSpoken(t(`customise.${kind}`, placeOf(key, now, rowNames)))

  useLayoutEffect(() => {
    if (draft?.isByKeyboard) document.getElementById(handleId(draft.key))?.focus()
  }, [draft])

  const lift = (key: string, isByKeyboard: boolean) => {
    const now = rowsOf(arrangement)
    setDraft({ key, rows: now, isByKeyboard })
    say('lifted', key, now)
  }
  const put = (to: ReturnType<typeof findSpot>) => {
    if (!draft || !to) return
    const now = putAt(draft.rows, draft.key, to)
    setDraft({ ...draft, rows: now })
    say('moved', draft.key, now)
  }
  const drop = () => {
    if (!draft) return
    const spot = findSpot(draft.rows, draft.key)
    const before = findSpot(rowsOf(arrangement), draft.key)
    setDraft(undefined)
    say('dropped', draft.key, draft.rows)
    if (spot && (spot.row !== before?.row || spot.index !== before.index)) change(moveTo(draft.key, spot, arranging))
    if (draft.isByKeyboard) requestAnimationFrame(() => document.getElementById(handleId(draft.key))?.focus())
  }
  const cancel = () => {
    if (!draft) return
    const name = titleOf(draft.key, draft.rows)
    setDraft(undefined)
    setSpoken(t('customise.cancelled', { name }))
  }
  return {
    rows,
    moved: draft?.key,
    spoken,
    onStart: (key) => lift(key, false),
    onOver: ({ active, over }) => {
      if (!draft || !over || over.id === active.id) return
      const to = spotOver(draft.rows, String(over.id))
      if (to && goesOn(findSpot(draft.rows, draft.key), to)) put(to)
    },
    onEnd: drop,
    onCancel: cancel,
    onKey(key, event) {
      const isLifted = draft?.key === key
      const step = readStep(event.key)
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault()
        if (isLifted) drop()
        else lift(key, true)
      } else if (isLifted && step) {
        event.preventDefault()
        const spot = findSpot(draft.rows, key)
        put(spot && stepFrom(draft.rows, spot, step))
      } else if (isLifted && event.key === 'Escape') {
        event.preventDefault()
        cancel()
      } else if (isLifted && event.key === 'Tab') {
        drop()
      }
    },
  }
}

/** Enough to follow a pointer that outran the page. */
const mostSpots = 6

/** Whether a widget may go on to a spot: not where it has been since the pointer last moved, and a few times at most. */
function useSpotsSincePointer(isPulled: boolean): (from: Spot | undefined, to: Spot) => boolean {
  const been = useRef<readonly Spot[]>([])
  useEffect(() => {
    if (!isPulled) return
    const forget = () => {
      been.current = []
    }
    forget()
    window.addEventListener('pointermove', forget, { capture: true })
    return () => window.removeEventListener('pointermove', forget, { capture: true })
  }, [isPulled])
  return (from, to) => {
    const spots = withSpot(been.current, { from, to })
    if (spots === undefined || spots.length > mostSpots) return false
    been.current = spots
    return true
  }
}

function readStep(key: string): -1 | 1 | undefined {
  return key === 'ArrowLeft' || key === 'ArrowUp' || key === 'ArrowRight' || key === 'ArrowDown'
    ? steps[key]
    : undefined
}

function placeOf(key: string, rows: readonly DraftRow[], names: ReadonlyMap<string, string>) {
  const spot = findSpot(rows, key)
  const row = rows.find(({ id }) => id === spot?.row)
  return {
    name: titleOf(key, rows),
    position: (spot?.index ?? 0) + 1,
    count: row?.widgets.length ?? 0,
    row: names.get(row?.id ?? '') ?? '',
  }
}

function titleOf(key: string, rows: readonly DraftRow[]): string {
  return rows.flatMap(({ widgets }) => widgets).find((widget) => widget.key === key)?.title ?? ''
}
