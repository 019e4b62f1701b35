import { Suspense } from 'react'
import { Form, href, Link } from 'react-router'
import { PeriodControl } from '../../blocks/period/period-control.tsx'
import { ChevronDown } from '../../icons.ts'
import { LiveUpdates } from '../../live/live-updates.tsx'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { buttonClass, Card, Notice, Skeleton } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import type { loadHubScreen } from './load-hub-screen.server.ts'
import type { Todo } from './model.ts'
import { HubRowCard, HubRowSkeleton } from './row-card.tsx'
import { TotalCard, TotalSkeleton } from './total-card.tsx'
import { useWords } from './words.ts'

const shownTodos = 5

type HubContent = Awaited<ReturnType<typeof loadHubScreen>>

/** All shops of an organisation, together and side by side. */
export function HubScreen({ content }: { readonly content: HubContent }) {
  const { hub, state, period, problems, allCurrencies } = content
  const t = useWords()
  return (
    <main className="mx-auto max-w-6xl px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <header className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b bg-canvas/95 px-4 py-3 backdrop-blur-sm sm:-mx-8 sm:px-8">
        <div className="flex items-center justify-between gap-4 max-sm:w-full">
          <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
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
  const t = useWords()
  return (
    <section aria-labelledby="shops-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-[15px]" id="shops-heading">
          {t('shops.title')}
        </h2>
        <Link className={buttonClass('secondary', 'small')} to={href('/register')}>
          {t('shops.add')}
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

/** Tasks of all shops; nothing when there are none. */
function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  const t = useWords()
  if (todos.length === 0) return null
  return (
    <Card aria-labelledby="todo-heading" className="p-4 sm:p-5">
      <h2 className="mb-1 font-semibold text-base" id="todo-heading">
        {t('todo.title')}
      </h2>
      <Items todos={todos.slice(0, shownTodos)} />
      {todos.length > shownTodos && (
        <details className="mt-2 border-line border-t pt-3">
          <summary className="touch-target w-fit cursor-pointer rounded font-medium text-[13px] text-soft hover:text-ink">
            {t('todo.more', { count: todos.length - shownTodos })}
          </summary>
          <Items todos={todos.slice(shownTodos)} />
        </details>
      )}
    </Card>
  )
}

function Items({ todos }: { readonly todos: readonly Todo[] }) {
  return (
    <ul className="divide-y divide-line">
      {todos.map(({ id, shop, text, action, to }) => (
        <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5 last:pb-0" key={id}>
          <p className="min-w-0 flex-1 basis-64">
            {shop !== undefined && (
              <>
                <bdi className="font-medium">{shop}</bdi>:{' '}
              </>
            )}
            <span className="text-soft">{text}</span>
          </p>
          <Link className={buttonClass('secondary', 'small')} to={to}>
            {action}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder until the tasks are known. */
function TodoSkeleton() {
  return <Skeleton className="h-14 w-full rounded-xl" />
}

interface Currency {
  readonly code: string
  readonly label: string
}

interface CurrencyChoiceProps {
  readonly value: string
  /** Codes of the shops' own currencies: offered first. */
  readonly own: readonly string[]
  readonly all: readonly Currency[]
  readonly state: SearchState
}

/** The currency of the whole page; part of the address. Without scripts a form with a button. */
function CurrencyChoice({ value, own, all, state }: CurrencyChoiceProps) {
  const choose = useChoose()
  const t = useWords()
  const others = [...new URLSearchParams(toSearch({ ...state, currency: undefined }))]
  const isOwn = ({ code }: Currency) => own.includes(code) || code === value
  return (
    <Form className="flex items-center gap-1.5" method="get">
      {others.map(([key, text]) => (
        <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
      ))}
      <span className="relative inline-flex items-center">
        <select
          aria-label={t('currency.label')}
          className="touch-target h-9 max-w-56 appearance-none text-ellipsis rounded-lg border border-line bg-surface ps-3 pe-8 font-medium shadow-xs hover:bg-hover [&_option]:bg-raised"
          defaultValue={value}
          key={value}
          name="currency"
          onChange={(event) => choose(withSearch(state, { currency: event.target.value }))}
        >
          <optgroup label={t('currency.own')}>
            <Options of={all.filter(isOwn)} />
          </optgroup>
          <optgroup label={t('currency.other')}>
            <Options of={all.filter((currency) => !isOwn(currency))} />
          </optgroup>
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-2.5 size-4 text-faint" />
      </span>
      <noscript>
        <button className="rounded-lg border border-line px-3 py-2" type="submit">
          {t('currency.show')}
        </button>
      </noscript>
    </Form>
  )
}

function Options({ of }: { readonly of: readonly Currency[] }) {
  return of.map(({ code, label }) => (
    <option key={code} value={code}>
      {label}
    </option>
  ))
}
