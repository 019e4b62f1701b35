import { Suspense } from 'react'
import { href, Link } from 'react-router'
import { PeriodControl } from '../../blocks/period/period-control.tsx'
import { LiveUpdates } from '../../live/live-updates.tsx'
import { buttonClass, Notice } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import { CurrencyChoice } from './currency-choice.tsx'
import type { loadHubScreen } from './load-hub-screen.server.ts'
import { HubRowCard, HubRowSkeleton } from './row-card.tsx'
import { TodoList, TodoSkeleton } from './todo-list.tsx'
import { TotalCard, TotalSkeleton } from './total-card.tsx'

type HubContent = Awaited<ReturnType<typeof loadHubScreen>>

/** All shops of an organisation, together and side by side. */
export function HubScreen({ content }: { readonly content: HubContent }) {
  const { hub, state, period, problems, allCurrencies } = content
  return (
    <main className="mx-auto max-w-6xl px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <header className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b bg-canvas/95 px-4 py-3 backdrop-blur-sm sm:-mx-8 sm:px-8">
        <div className="flex items-center justify-between gap-4 max-sm:w-full">
          <h1 className="font-semibold text-xl tracking-tight">Hub</h1>
          <CurrencyChoice all={allCurrencies} own={hub.currencies} state={state} value={hub.currency} />
        </div>
        <PeriodControl period={period} state={state} />
      </header>
      <div className="mt-4 grid grid-cols-1 gap-4 sm:mt-6 sm:gap-5">
        {problems.map((problem) => (
          <Notice key={problem} severity="warning">
            {problem}
          </Notice>
        ))}
        <Suspense fallback={<TotalSkeleton />}>
          <Later errorElement={<Total content={content} total={undefined} />} resolve={hub.total}>
            {(total) => <Total content={content} total={total} />}
          </Later>
        </Suspense>
        <Suspense fallback={<TodoSkeleton />}>
          <Later errorElement={null} resolve={hub.todos}>
            {(todos) => <TodoList todos={todos} />}
          </Later>
        </Suspense>
        <Shops content={content} />
      </div>
      <Suspense>
        <Later errorElement={null} resolve={hub.live}>
          {({ shops, version }) => <LiveUpdates shop={shops} version={version} />}
        </Later>
      </Suspense>
    </main>
  )
}

interface TotalProps {
  readonly content: HubContent
  readonly total: Awaited<HubContent['hub']['total']> | undefined
}

function Total({ content: { hub, period }, total }: TotalProps) {
  return <TotalCard format={hub.format} shops={hub.shops.length} than={period.than} total={total} />
}

function Shops({ content: { hub, period } }: { readonly content: HubContent }) {
  return (
    <section aria-labelledby="shops-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-[15px]" id="shops-heading">
          Side by side
        </h2>
        <Link className={buttonClass('secondary', 'small')} to={href('/register')}>
          Add a shop
        </Link>
      </div>
      <ul className="grid grid-cols-1 gap-4">
        {hub.shops.map((shop) => (
          <li key={shop.domain}>
            <Suspense fallback={<HubRowSkeleton shop={shop} />}>
              <Later
                errorElement={<HubRowCard format={hub.format} row={undefined} shop={shop} than={period.than} />}
                resolve={shop.row}
              >
                {(row) => <HubRowCard format={hub.format} row={row} shop={shop} than={period.than} />}
              </Later>
            </Suspense>
          </li>
        ))}
      </ul>
    </section>
  )
}
