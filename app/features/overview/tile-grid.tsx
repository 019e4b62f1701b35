import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import type { SearchState } from '../../search/index.ts'
import type { SummaryModel } from './model.ts'
import { pinnedMetrics, sections } from './sections.ts'
import { Tile } from './tile.tsx'

interface TileGridProps {
  readonly summary: SummaryModel
  readonly state: SearchState
  readonly than: string | undefined
  /** Stands between the first row and the rest. */
  readonly children: ReactNode
}

/** All tiles of the summary: the pinned row, what stands below it, then the sections. */
export function TileGrid({ summary, state, than, children }: TileGridProps) {
  const tileOf = (key: string) => summary.tiles.find((tile) => tile.key === key)
  return (
    <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
      <section aria-labelledby="glance-heading" className="@container">
        <h2 className="sr-only" id="glance-heading">
          At a glance
        </h2>
        <div className="grid grid-cols-2 gap-3 @3xl:grid-cols-3 @5xl:grid-cols-5 @5xl:gap-4">
          {pinnedMetrics.map((key, index) => {
            const tile = tileOf(key)
            const className = index === 0 ? 'col-span-2 @5xl:col-span-1' : ''
            return tile && <Tile className={className} isLarge key={key} state={state} than={than} tile={tile} />
          })}
        </div>
      </section>
      {children}
      {sections.map(({ title, metrics }) => (
        <section
          aria-label={title}
          className="@container [contain-intrinsic-block-size:auto_13rem] [content-visibility:auto]"
          key={title}
        >
          <h2 className="mb-2.5 font-semibold text-[15px]">{title}</h2>
          <div className="grid grid-cols-2 gap-3 @4xl:grid-cols-4 @5xl:gap-4">
            {metrics.map((key) => {
              const tile = tileOf(key)
              return tile && <Tile key={key} state={state} than={than} tile={tile} />
            })}
          </div>
        </section>
      ))}
    </Tooltip.Provider>
  )
}
