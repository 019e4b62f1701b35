import { href, Link } from 'react-router'
import { Attention } from '../../blocks/connections/attention.tsx'
import { ImportProgress } from '../../blocks/connections/import-progress.tsx'
import { ConnectFirst } from '../../blocks/figures-page/empty-states.tsx'
import { FilterChips } from '../../blocks/figures-page/filter-chips.tsx'
import { PeriodControl } from '../../blocks/period/period-control.tsx'
import { Bookmark } from '../../icons.ts'
import { toSearch } from '../../search/index.ts'
import { buttonClass, Card, EmptyState, Notice } from '../../ui/index.ts'
import type { loadBoard } from './load-board.server.ts'
import { Tile } from './tiles.tsx'

type Content = Awaited<ReturnType<typeof loadBoard>>

/** A dashboard in the days of the address. */
export function BoardScreen({ content }: { readonly content: Content }) {
  const { page, board, tiles, words } = content
  const { domain } = page.shop
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <Header content={content} />
      <div className="mt-4 grid grid-cols-1 gap-6 sm:mt-6">
        <Attention domain={domain} items={page.attention} />
        <ImportProgress domain={domain} initial={{ importing: page.importing }} />
        <FilterChips labels={page.filters} state={page.state} />
        {!page.hasConnection && <ConnectFirst domain={domain} />}
        {board.isEmpty && <EmptyBoard content={content} />}
        {page.hasConnection && tiles.state === 'failed' && <Notice severity="serious">{tiles.message}</Notice>}
        {page.hasConnection && tiles.state === 'ready' && (
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
            {tiles.model.map((tile) => (
              <Tile key={tile.id} than={page.period.than} tile={tile} words={words} />
            ))}
          </div>
        )}
      </div>
    </main>
  )
}

function Header({ content: { page, board, words } }: { readonly content: Content }) {
  const { domain } = page.shop
  return (
    <header className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b bg-canvas/95 px-4 py-3 backdrop-blur-sm sm:-mx-8 sm:px-8">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full">
        <h1 className="min-w-0 truncate font-semibold text-xl tracking-tight" dir="auto">
          {board.name}
        </h1>
        <Link
          className="touch-target rounded text-[13px] text-soft underline underline-offset-3 hover:text-ink print:hidden"
          to={`${href('/shop/:domain/dashboards', { domain })}${toSearch(page.state)}`}
        >
          {words.list}
        </Link>
        {board.mayEdit && (
          <Link
            className={`${buttonClass('quiet', 'small')} print:hidden`}
            to={href('/shop/:domain/dashboards/:dashboard/edit', { domain, dashboard: board.id })}
          >
            {words.edit}
          </Link>
        )}
      </div>
      {page.hasConnection && <PeriodControl period={page.period} state={page.state} />}
    </header>
  )
}

function EmptyBoard({ content: { page, board, words } }: { readonly content: Content }) {
  const way = href('/shop/:domain/dashboards/:dashboard/edit', { domain: page.shop.domain, dashboard: board.id })
  return (
    <Card>
      <EmptyState
        action={
          board.mayEdit && (
            <Link className={buttonClass('primary')} to={way}>
              {words.add}
            </Link>
          )
        }
        icon={Bookmark}
        title={words.emptyBoard}
      >
        {board.mayEdit ? words.emptyBoardText : words.emptyBoardOther}
      </EmptyState>
    </Card>
  )
}
