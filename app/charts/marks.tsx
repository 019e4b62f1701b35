import { positionOf } from './paths.ts'

interface MarksProps {
  readonly marks: readonly TimeMark[]
  /** Number of points of the axis. */
  readonly count: number
}

/** Annotations on the time axis. Hover or keyboard focus shows their text; several at one point share a flag. */
export function Marks({ marks, count }: MarksProps) {
  return stackMarks(marks, count).map(({ index, marks: stacked }) => {
    const at = positionOf(index, count)
    return (
      <div className="absolute inset-y-0 w-0" key={index} style={{ left: `${at * 100}%` }}>
        <span aria-hidden className="absolute inset-y-0 border-accent/50 border-l border-dashed" />
        <button
          aria-label={stacked.map(({ dayText, text }) => `${dayText}: ${text}`).join('. ')}
          className="group absolute -bottom-3 z-10 grid size-6 -translate-x-1/2 place-items-center rounded-full"
          data-picture="keep"
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
          type="button"
        >
          <span className="grid size-4 place-items-center rounded-full border-2 border-surface bg-accent font-semibold text-[9px] text-surface leading-none tabular">
            {stacked.length > 1 && stacked.length}
          </span>
          <span
            aria-hidden
            className={`pointer-events-none invisible absolute bottom-full z-20 mb-1 w-max max-w-56 space-y-1 rounded-lg border border-line bg-raised px-3 py-2 text-start text-xs shadow-raised group-hover:visible group-focus:visible ${sideOf(at)}`}
          >
            {stacked.map(({ id, dayText, text }) => (
              <span className="block" key={id}>
                <span className="block text-faint">{dayText}</span>
                <span className="block break-words" dir="auto">
                  {text}
                </span>
              </span>
            ))}
          </span>
        </button>
      </div>
    )
  })
}

function sideOf(at: number): string {
  if (at < 0.2) return 'left-0'
  return at > 0.8 ? 'right-0' : 'left-1/2 -translate-x-1/2'
}

/** An annotation at a moment on the time axis. */
interface TimeMark {
  readonly id: string
  /** Index of its point. */
  readonly index: number
  /** Its day, printed. */
  readonly dayText: string
  readonly text: string
}

/** Marks at the same point, drawn as one. */
interface MarkStack {
  readonly index: number
  readonly marks: readonly TimeMark[]
}

/** Groups marks by point, along the axis; those beyond the axis are left out. */
function stackMarks(marks: readonly TimeMark[], count: number): MarkStack[] {
  const byIndex = new Map<number, TimeMark[]>()
  for (const mark of marks) {
    if (mark.index < 0 || mark.index >= count) continue
    byIndex.set(mark.index, [...(byIndex.get(mark.index) ?? []), mark])
  }
  return [...byIndex].sort(([a], [b]) => a - b).map(([index, stacked]) => ({ index, marks: stacked }))
}
