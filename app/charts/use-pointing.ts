import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

/** A stretch of points, both ends included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

interface PointingOptions {
  readonly count: number
  /** Undefined: points can be read but not marked. */
  readonly onMark: ((stretch: Stretch) => void) | undefined
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/**
 * Which point is read and which stretch is marked. A mouse reads by moving and marks by dragging, a finger reads only;
 * arrow keys read, with Shift they mark, Enter takes the marked stretch and Escape leaves it.
 */
export function usePointing({ count, onMark }: PointingOptions) {
  const [active, setActive] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const last = Math.max(0, count - 1)
  const marked = toStretch(anchor, active)
  const unmark = () => setAnchor(undefined)
  const leave = () => {
    setActive(undefined)
    unmark()
  }
  const take = () => {
    if (marked) onMark?.(marked)
    leave()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = steps[event.key]
    if (event.key === 'Escape' && marked) {
      event.preventDefault()
      event.stopPropagation()
      unmark()
    } else if (event.key === 'Enter' && marked) {
      event.preventDefault()
      take()
    } else if (step !== undefined && event.shiftKey && onMark) {
      event.preventDefault()
      const at = active ?? last
      setAnchor((begun) => begun ?? at)
      setActive(Math.max(0, Math.min(last, at + step)))
    } else if (step !== undefined) unmark()
  }
  return {
    active,
    marked,
    field: {
      onBlur: leave,
      onKeyDown,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setActive(event.target.valueAsNumber),
      onPointerDown: (event: PointerEvent<HTMLInputElement>) => {
        if (!onMark || event.pointerType === 'touch' || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setAnchor(nearest(event, count))
      },
      onPointerMove: (event: PointerEvent<HTMLInputElement>) => setActive(nearest(event, count)),
      onPointerUp: (event: PointerEvent<HTMLInputElement>) => {
        if (event.pointerType !== 'touch') take()
      },
      onPointerLeave: () => {
        if (anchor === undefined) setActive(undefined)
      },
      onPointerCancel: leave,
    },
  } as const
}

function toStretch(anchor: number | undefined, active: number | undefined): Stretch | undefined {
  if (anchor === undefined || active === undefined || anchor === active) return undefined
  return { from: Math.min(anchor, active), to: Math.max(anchor, active) }
}

function nearest({ clientX, currentTarget }: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(count - 1, Math.round(((clientX - left) / width) * (count - 1))))
}
