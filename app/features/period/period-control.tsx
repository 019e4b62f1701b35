import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { Form, Link } from 'react-router'
import { presetLabels, presets, type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { Skeleton } from '../../ui/index.ts'
import type { PeriodView } from './period-view.ts'
import { usePeriodKeys } from './use-period-keys.ts'

const loadMenu = () => import('./period-menu.tsx')
const PeriodMenu = lazy(async () => ({ default: (await loadMenu()).PeriodMenu }))

interface PeriodControlProps {
  readonly period: PeriodView
  readonly state: SearchState
}

/** Days and comparison of the whole page: step back and forth, or choose from a menu. */
export function PeriodControl({ period, state }: PeriodControlProps) {
  const [isOpen, setOpen] = useState(false)
  usePeriodKeys({ period, openMenu: () => setOpen(true) })
  const preload = () => void loadMenu()
  return (
    <div className="flex items-center gap-1.5">
      <Step direction="back" range={period.previous} state={state} />
      <Popover.Root onOpenChange={setOpen} open={isOpen}>
        <Popover.Trigger
          className="touch-target flex h-9 min-w-0 items-center gap-2 rounded-lg border border-line bg-surface px-3 text-left shadow-xs hover:bg-hover data-[state=open]:bg-hover"
          onFocus={preload}
          onPointerEnter={preload}
        >
          <CalendarDays aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="min-w-0 truncate">
            <span className="font-medium">{period.label}</span>
            {period.label !== period.rangeText && (
              <span className="ml-2 text-faint max-md:hidden">{period.rangeText}</span>
            )}
            {period.than && (
              <span className="ml-2 border-line border-l pl-2 text-faint max-xl:hidden">{period.than}</span>
            )}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            aria-label="Days and comparison"
            className="z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-line bg-raised shadow-raised outline-none"
            collisionPadding={8}
            sideOffset={6}
          >
            <Suspense fallback={<Skeleton className="m-4 h-96 w-104 max-w-full" />}>
              <PeriodMenu close={() => setOpen(false)} period={period} state={state} />
            </Suspense>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <Step direction="forth" range={period.next} state={state} />
      <noscript>
        <PlainChoice state={state} />
      </noscript>
    </div>
  )
}

interface StepProps {
  readonly direction: 'back' | 'forth'
  readonly range: PeriodView['next']
  readonly state: SearchState
}

function Step({ direction, range, state }: StepProps) {
  const Icon = direction === 'back' ? ChevronLeft : ChevronRight
  const label = direction === 'back' ? 'Previous period' : 'Next period'
  const look = 'touch-target grid size-9 shrink-0 place-items-center rounded-lg text-soft'
  if (!range) {
    return (
      <span aria-hidden className={`${look} opacity-30`}>
        <Icon className="size-4.5" />
      </span>
    )
  }
  return (
    <Link
      aria-label={label}
      className={`${look} hover:bg-hover hover:text-ink`}
      preventScrollReset
      to={{ search: withSearch(state, { range: 'custom', from: range.from, to: range.to }) }}
    >
      <Icon aria-hidden className="size-4.5" />
    </Link>
  )
}

/** The same choice as a form, for browsers without scripts. */
function PlainChoice({ state }: { readonly state: SearchState }) {
  const others = [...new URLSearchParams(toSearch({ ...state, range: '30d', from: undefined, to: undefined }))]
  return (
    <Form className="flex gap-1.5" method="get">
      {others.map(([key, text]) => (
        <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
      ))}
      <select
        aria-label="Days"
        className="rounded-lg border border-line bg-surface px-2"
        defaultValue={state.range}
        name="range"
      >
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {presetLabels[preset]}
          </option>
        ))}
      </select>
      <button className="rounded-lg border border-line px-3" type="submit">
        Show
      </button>
    </Form>
  )
}
