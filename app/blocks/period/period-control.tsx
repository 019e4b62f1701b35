import type { Day, DayRange } from '@tillsight/core/days'
import { type ComponentProps, lazy, type MouseEvent, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from '../../icons.ts'
import { directionOf, useLanguage, useText } from '../../language/index.ts'
import {
  parseSearch,
  presetKeys,
  presets,
  type SearchPatch,
  type SearchState,
  toSearch,
  withSearch,
} from '../../search/index.ts'
import { periodAfter, periodBefore } from '../../search/period.ts'
import { isPlainPress, leadsOnFromLatest, useChoose, useSearchAhead } from '../../search/use-latest-search.ts'
import { isQuickKey } from '../../ui/index.ts'
import type { PeriodView } from './period-view.ts'

const directions: Readonly<Partial<Record<string, StepDirection>>> = { ArrowLeft: 'back', ArrowRight: 'forth' }

const loadPopover = () => import('./period-popover.tsx')
const PeriodPopover = lazy(async () => ({ default: (await loadPopover()).PeriodPopover }))

interface PeriodControlProps {
  readonly period: PeriodView
  readonly state: SearchState
}

/** Days and comparison of the whole page: step back and forth, or choose from a menu. */
export function PeriodControl({ period, state }: PeriodControlProps) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const open = async () => {
    await loadPopover()
    setIsWanted(true)
    setOpen(true)
  }
  usePeriodKeys({ period, state, openMenu: () => void open() })
  const button = <PeriodButton isWanted={isWanted} open={() => void open()} period={period} />
  return (
    <div className="flex items-center gap-1.5">
      <Step direction="back" period={period} state={state} />
      {isWanted ? (
        <Suspense fallback={button}>
          <PeriodPopover isOpen={isOpen} period={period} setOpen={setOpen} state={state}>
            {button}
          </PeriodPopover>
        </Suspense>
      ) : (
        button
      )}
      <Step direction="forth" period={period} state={state} />
      {/* Drawn by the server alone: neither this nor its words are of use to a browser with scripts. */}
      <noscript>{import.meta.env.SSR && <PlainChoice state={state} />}</noscript>
    </div>
  )
}

interface PeriodButtonProps extends ComponentProps<'button'> {
  readonly period: PeriodView
  /** The popover has been loaded and handles presses. */
  readonly isWanted: boolean
  readonly open: () => void
}

/** Shows the current period. The popover is loaded on the first press; hovering already preloads it. */
function PeriodButton({ period, isWanted, open, ...rest }: PeriodButtonProps) {
  const preload = () => void loadPopover()
  return (
    <button
      aria-expanded={false}
      aria-haspopup="dialog"
      onClick={isWanted ? undefined : open}
      {...rest}
      className="touch-target flex h-9 min-w-0 items-center gap-2 rounded-lg border border-line bg-surface px-3 text-start shadow-xs hover:bg-hover data-[state=open]:bg-hover print:h-auto print:border-0 print:px-0"
      onFocus={preload}
      onPointerEnter={preload}
      type="button"
    >
      <CalendarDays aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 truncate">
        <span className="font-medium">{period.label}</span>
        {period.label !== period.rangeText && (
          <span className="ms-2 text-faint max-md:hidden print:inline">{period.rangeText}</span>
        )}
        {period.than && (
          <span className="ms-2 border-line border-s ps-2 text-faint max-xl:hidden print:inline">{period.than}</span>
        )}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-faint print:hidden" />
    </button>
  )
}

interface StepProps extends PeriodControlProps {
  readonly direction: StepDirection
}

function Step({ direction, period, state }: StepProps) {
  const Icon = direction === 'back' ? ChevronLeft : ChevronRight
  const t = useText()
  const step = useStep(period, state)
  const range = direction === 'back' ? period.previous : period.next
  const label = t(direction === 'back' ? 'period.previous' : 'period.next')
  const look = 'touch-target grid size-9 shrink-0 place-items-center rounded-lg text-soft print:hidden'
  if (!range) {
    return (
      <span aria-hidden className={`${look} opacity-30`}>
        <Icon className="size-4.5 rtl:-scale-x-100" />
      </span>
    )
  }
  const press = (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    step(direction)
  }
  return (
    <Link
      {...leadsOnFromLatest}
      aria-label={label}
      className={`${look} hover:bg-hover hover:text-ink`}
      onClick={press}
      preventScrollReset
      to={{ search: withSearch(state, { range: 'custom', from: range.from, to: range.to }) }}
    >
      <Icon aria-hidden className="size-4.5 rtl:-scale-x-100" />
    </Link>
  )
}

/** The same choice as a form, for browsers without scripts. */
function PlainChoice({ state }: { readonly state: SearchState }) {
  const t = useText()
  const others = [...new URLSearchParams(toSearch({ ...state, range: '30d', from: undefined, to: undefined }))]
  return (
    <Form className="flex gap-1.5" method="get">
      {others.map(([key, text]) => (
        <input key={`${key}=${text}`} name={key} type="hidden" value={text} />
      ))}
      <select
        aria-label={t('period.days')}
        className="rounded-lg border border-line bg-surface px-2"
        defaultValue={state.range}
        name="range"
      >
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {t(`period.${preset}`)}
          </option>
        ))}
      </select>
      <button className="rounded-lg border border-line px-3" type="submit">
        {t('period.show')}
      </button>
    </Form>
  )
}

interface PeriodKeys {
  readonly period: PeriodView
  /** State that the page was rendered with. */
  readonly state: SearchState
  readonly openMenu: () => void
}

/**
 * Single-key shortcuts: one per preset, C for the menu, X for the comparison, arrows for a step. Inactive while another
 * element uses the keyboard.
 */
function usePeriodKeys({ period, state: drawn, openMenu }: PeriodKeys): void {
  const choose = useChoose()
  const step = useStep(period, drawn)
  const isMirrored = directionOf(useLanguage()) === 'rtl'
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isQuickKey(event)) return
    if (event.key.toUpperCase() === 'C') {
      event.preventDefault()
      openMenu()
      return
    }
    const direction = directions[isMirrored ? mirrored(event.key) : event.key]
    if (direction) {
      event.preventDefault()
      step(direction)
      return
    }
    // The address is ahead of the rendered state when keys come quickly.
    const state = parseSearch(location.search)
    const patch = patchFor(event.key, state)
    if (!patch) return
    event.preventDefault()
    choose(withSearch(state, patch))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function patchFor(key: string, state: SearchState): SearchPatch | undefined {
  if (key.toUpperCase() === 'X') return { compare: state.compare === 'none' ? 'previous' : 'none' }
  const preset = presets.find((candidate) => presetKeys[candidate] === key.toUpperCase())
  return preset && { range: preset }
}

/** In right-to-left languages the arrow keys swap. */
function mirrored(key: string): string {
  if (key === 'ArrowLeft') return 'ArrowRight'
  return key === 'ArrowRight' ? 'ArrowLeft' : key
}

type StepDirection = 'back' | 'forth'

/**
 * Steps the period from the range in the current address, so that two quick steps count as two although nothing was rendered
 * in between. Does nothing where there is no next period.
 */
function useStep(period: PeriodView, state: SearchState): (direction: StepDirection) => void {
  const navigate = useNavigate()
  const readAhead = useSearchAhead()
  return (direction) => {
    const ahead = readAhead()
    const latest = ahead === undefined ? state : parseSearch(ahead)
    // Only the server can resolve a preset to days: then the step starts from the rendered range.
    const days = ahead === undefined ? undefined : daysOf(latest)
    const range = days ? neighbourOf(days, period, direction) : direction === 'back' ? period.previous : period.next
    if (!range) return
    const search = withSearch(latest, { range: 'custom', from: range.from, to: range.to })
    void navigate({ search }, { preventScrollReset: true })
  }
}

function neighbourOf(range: DayRange, { today }: PeriodView, direction: StepDirection): DayRange | undefined {
  return direction === 'back' ? periodBefore(range) : periodAfter(range, today)
}

function daysOf({ from, to }: SearchState): DayRange | undefined {
  const areDays = [from, to].every((day) => day !== undefined && !Number.isNaN(Date.parse(day)))
  // Holds for what a step or the calendar wrote into the address; hand-typed days are checked by the server.
  return areDays ? { from: from as Day, to: to as Day } : undefined
}
