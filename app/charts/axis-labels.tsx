import type { Axis } from './axis.ts'
import { heightOf, positionOf } from './paths.ts'
import type { TimePoint } from './time-point.ts'

/** The figures beside a chart, as wide as the widest of them. */
export function AxisLabels({ axis }: { readonly axis: Axis }) {
  return (
    <div aria-hidden className="relative min-w-8 text-right text-faint text-xs tabular">
      {axis.ticks.map((tick) => (
        <span
          className="absolute right-0 translate-y-1/2 leading-none"
          key={tick.at}
          style={{ bottom: `${heightOf(tick.at, axis) * 100}%` }}
        >
          {tick.text}
        </span>
      ))}
      {/* Takes the width of the widest label, which the positioned ones do not. */}
      {axis.ticks.map((tick) => (
        <span className="invisible block h-0" key={tick.at}>
          {tick.text}
        </span>
      ))}
    </div>
  )
}

/** The days below a chart: as many as fit without touching. */
export function TimeLabels({ points, most }: { readonly points: readonly TimePoint[]; readonly most: number }) {
  const wanted = Math.min(points.length, most)
  const indices = Array.from({ length: wanted }, (_, slot) =>
    wanted < 2 ? 0 : Math.round((slot * (points.length - 1)) / (wanted - 1)),
  )
  return (
    <div aria-hidden className="relative mt-3 h-4 text-faint text-xs tabular">
      {indices.map((index, slot) => (
        <span
          className={`absolute whitespace-nowrap ${anchorOf(slot, wanted)} ${isSpare(slot, wanted) ? '@max-md/chart:hidden' : ''}`}
          key={index}
          style={
            slot === wanted - 1 && slot > 0 ? { right: 0 } : { left: `${positionOf(index, points.length) * 100}%` }
          }
        >
          <bdi>{points[index]?.short}</bdi>
        </span>
      ))}
    </div>
  )
}

/** Where room is short every other label goes, and the one that would touch the last. */
function isSpare(slot: number, count: number): boolean {
  return count > 3 && slot < count - 1 && (slot % 2 === 1 || slot === count - 2)
}

function anchorOf(slot: number, count: number): string {
  if (count > 1 && (slot === 0 || slot === count - 1)) return ''
  return '-translate-x-1/2'
}
