import { memo } from 'react'
import { Link } from 'react-router'
import { Delta, Sparkline } from '../../charts/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { InfoButton } from '../../ui/index.ts'
import { Formula } from './formula.tsx'
import type { TileModel } from './model.ts'

interface TileProps {
  readonly tile: TileModel
  readonly state: SearchState
  /** Words for the comparison, such as `vs 1 – 20 Oct 2026`. */
  readonly than: string | undefined
  readonly isLarge?: boolean
  readonly className?: string
}

/** A figure with its change and its course. All of it leads to the orders behind; the "i" explains it. */
export const Tile = memo(function Tile({ tile, state, than, isLarge = false, className = '' }: TileProps) {
  const open = (key: string) => withSearch(state, { open: key })
  return (
    <article
      className={`@container/tile relative flex min-w-0 flex-col rounded-xl border border-line bg-surface hover:border-edge/60 has-[a:focus-visible]:border-edge ${className}`}
    >
      <div className="flex items-start gap-1 pt-3 pr-2 pl-4">
        <h3 className="line-clamp-2 min-w-0 pt-0.5 text-[13px] text-soft leading-4.5">{tile.label}</h3>
        <span className="relative z-10">
          <InfoButton about={tile.label} hint={tile.description}>
            <h4 className="font-semibold">{tile.label}</h4>
            <p className="mt-1 mb-3 text-[13px] text-soft">{tile.description}</p>
            <Formula formula={tile.formula} label={tile.label} openTerm={open} terms={tile.terms} text={tile.text} />
            {tile.before && (
              <p className="mt-3 text-[13px] text-faint">
                {tile.before} before{than && ` (${than})`}
              </p>
            )}
          </InfoButton>
        </span>
      </div>
      <Link
        className={`mt-auto px-4 pt-0.5 font-semibold tabular @max-[10rem]/tile:px-3 @max-[10rem]/tile:text-base tracking-tight after:absolute after:inset-0 after:rounded-xl ${isLarge ? 'text-2xl leading-8' : 'text-xl leading-7'}`}
        preventScrollReset
        to={{ search: open(tile.key) }}
      >
        <span className="block truncate">{tile.text}</span>
        <span className="sr-only">: show the orders behind {tile.label}</span>
      </Link>
      <p className="flex h-5 items-center gap-x-2 overflow-hidden whitespace-nowrap px-4 text-xs">
        {tile.change && <Delta change={tile.change} than={than} />}
        {tile.before && !tile.change?.caveat && (
          <span className="text-faint tabular @max-[12rem]/tile:hidden">from {tile.before}</span>
        )}
      </p>
      <div className={`mx-4 mt-3 mb-4 ${isLarge ? 'h-10' : 'h-7'}`}>
        <Sparkline values={tile.spark} />
      </div>
    </article>
  )
})
