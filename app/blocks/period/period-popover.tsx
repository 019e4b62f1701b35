import 'virtual:words/period'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Check } from '../../icons.ts'
import { useSpokenAttributes, useText } from '../../language/index.ts'
import { presetKeys, presets, type SearchState, withSearch } from '../../search/index.ts'
import { areQuickKeysOn, Skeleton } from '../../ui/index.ts'
import type { PeriodView } from './period-view.ts'

const loadCustomRange = () => import('./custom-range.tsx')
const CustomRange = lazy(async () => ({ default: (await loadCustomRange()).CustomRange }))

interface PeriodMenuProps {
  readonly period: PeriodView
  readonly state: SearchState
  readonly close: () => void
}

/** Range on the left, comparison on the right; a choice navigates at once. */
function PeriodMenu({ period, state, close }: PeriodMenuProps) {
  const t = useText()
  const [custom, setCustom] = useState<'range' | 'compare'>()
  // On return from the calendar the focus goes back to the entry that opened it.
  const [left, setLeft] = useState<'range' | 'compare'>()
  const leave = (calendar: 'range' | 'compare') => {
    setLeft(calendar)
    setCustom(undefined)
  }
  if (custom) {
    return (
      <Suspense fallback={<Skeleton className="m-4 h-80 w-xl max-w-full" />}>
        <CustomRange back={() => leave(custom)} close={close} for={custom} period={period} state={state} />
      </Suspense>
    )
  }
  return (
    <div>
      <div className="grid sm:grid-cols-[13.5rem_17rem] sm:divide-x sm:divide-line">
        <div className="p-2">
          <Heading>{t('period.days')}</Heading>
          <ul className="max-sm:grid max-sm:grid-cols-2">
            {presets.map((preset) => (
              <Choice
                close={close}
                hint={presetKeys[preset]}
                isChosen={state.range === preset}
                key={preset}
                to={withSearch(state, { range: preset })}
              >
                {t(`period.${preset}`)}
              </Choice>
            ))}
            <More
              hint="C"
              isChosen={state.range === 'custom'}
              isFocused={left === 'range'}
              onPress={() => setCustom('range')}
            >
              {t('period.custom')}
            </More>
          </ul>
        </div>
        <Comparisons
          chooseDays={() => setCustom('compare')}
          close={close}
          isFocused={left === 'compare'}
          period={period}
          state={state}
        />
      </div>
      <p className="border-line border-t px-4 py-2.5 text-faint text-xs">
        {t('period.footer', { zone: period.zone, currency: period.currency })}
      </p>
    </div>
  )
}

interface ComparisonsProps extends PeriodMenuProps {
  readonly chooseDays: () => void
  /** Set when its calendar was just closed. */
  readonly isFocused: boolean
}

function Comparisons({ period, state, close, chooseDays, isFocused }: ComparisonsProps) {
  const t = useText()
  const choice = (compare: 'previous' | 'year' | 'none') => ({
    close,
    isChosen: state.compare === compare,
    to: withSearch(state, { compare }),
  })
  return (
    <div className="flex flex-col p-2 max-sm:border-line max-sm:border-t">
      <Heading>{t('period.compare_to')}</Heading>
      <ul>
        <Choice {...choice('previous')}>{t('period.previous')}</Choice>
        <Choice {...choice('year')}>{t('period.previous_year')}</Choice>
        <More isChosen={state.compare === 'custom'} isFocused={isFocused} onPress={chooseDays}>
          {t('period.other_days')}
        </More>
        <Choice {...choice('none')} hint="X">
          {t('period.no_comparison')}
        </Choice>
      </ul>
      {(state.compare === 'previous' || state.compare === 'year') && <WeekdaySwitch state={state} />}
      <p className="mt-auto px-2.5 pt-3 pb-1 text-[13px] text-soft">
        {period.rangeText}
        {period.than && <span className="block text-faint">{period.than}</span>}
      </p>
    </div>
  )
}

function WeekdaySwitch({ state }: { readonly state: SearchState }) {
  const t = useText()
  return (
    <Link
      aria-checked={state.matchWeekday}
      className="mt-1 flex items-center justify-between gap-3 rounded-lg px-2.5 py-2 hover:bg-hover"
      preventScrollReset
      role="switch"
      to={{ search: withSearch(state, { matchWeekday: !state.matchWeekday }) }}
    >
      <span>{t('period.match_weekday')}</span>
      <span
        aria-hidden
        className={`flex h-5 w-8 rounded-full p-0.5 ${state.matchWeekday ? 'justify-end bg-accent' : 'bg-edge'}`}
      >
        <span className="size-4 rounded-full bg-surface" />
      </span>
    </Link>
  )
}

function Heading({ children }: { readonly children: ReactNode }) {
  return <h2 className="px-2.5 pt-1.5 pb-1 text-faint text-xs">{children}</h2>
}

interface ItemProps {
  readonly isChosen: boolean
  readonly hint?: string | undefined
  readonly children: ReactNode
}

const item = 'touch-target flex h-8 w-full items-center gap-2 rounded-lg px-2.5 text-start hover:bg-hover'

function Choice({
  to,
  close,
  isChosen,
  hint,
  children,
}: ItemProps & { readonly to: string; readonly close: () => void }) {
  return (
    <li>
      <Link
        aria-current={isChosen || undefined}
        aria-keyshortcuts={hint}
        className={item}
        onClick={close}
        preventScrollReset
        to={{ search: to }}
      >
        <ItemContent hint={hint} isChosen={isChosen}>
          {children}
        </ItemContent>
      </Link>
    </li>
  )
}

interface MoreProps extends ItemProps {
  readonly isFocused: boolean
  readonly onPress: () => void
}

function More({ onPress, isChosen, isFocused, hint, children }: MoreProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) ref.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <li>
      <button
        aria-keyshortcuts={hint}
        className={item}
        onClick={onPress}
        onFocus={() => void loadCustomRange()}
        onPointerEnter={() => void loadCustomRange()}
        ref={ref}
        type="button"
      >
        <ItemContent hint={hint} isChosen={isChosen}>
          {children}
        </ItemContent>
      </button>
    </li>
  )
}

function ItemContent({ isChosen, hint, children }: ItemProps) {
  return (
    <>
      <span className={`flex-1 ${isChosen ? 'font-medium' : ''}`}>{children}</span>
      {hint && <kbd className="rounded border border-line px-1 text-faint text-xs max-sm:hidden">{hint}</kbd>}
      <Check aria-hidden className={`size-4 text-accent ${isChosen ? '' : 'invisible'}`} />
    </>
  )
}

interface PeriodPopoverProps {
  readonly period: PeriodView
  readonly state: SearchState
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** The button that opens it. */
  readonly children: ReactNode
}

/** By default the popover skips links and would focus the last entry. */
function focusFirstEntry(event: Event): void {
  event.preventDefault()
  const entry = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelector('a, button') : null
  if (entry instanceof HTMLElement) entry.focus({ preventScroll: true })
}

/** The key that an entry shows presses it. Those of the page rest while a dialog is open. */
function pressEntry(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !areQuickKeysOn()) return
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')]
  const entry = entries.find((each) => each.getAttribute('aria-keyshortcuts') === event.key.toUpperCase())
  if (!entry) return
  event.preventDefault()
  entry.click()
}

/** The menu of days below its button. */
export function PeriodPopover({ period, state, isOpen, setOpen, children }: PeriodPopoverProps) {
  const t = useText()
  const spoken = useSpokenAttributes()
  return (
    <Popover.Root onOpenChange={setOpen} open={isOpen}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          {...spoken}
          align="end"
          aria-label={t('period.control')}
          className="z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-line bg-raised shadow-raised outline-none"
          collisionPadding={8}
          onKeyDown={pressEntry}
          onOpenAutoFocus={focusFirstEntry}
          sideOffset={6}
        >
          <PeriodMenu close={() => setOpen(false)} period={period} state={state} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
