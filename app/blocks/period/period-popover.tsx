import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { useSpokenAttributes, useText } from '../../language/index.ts'
import type { SearchState } from '../../search/index.ts'
import { PeriodMenu } from './period-menu.tsx'
import type { PeriodView } from './period-view.ts'

interface PeriodPopoverProps {
  readonly period: PeriodView
  readonly state: SearchState
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** The button that it hangs from. */
  readonly children: ReactNode
}

/** By itself the popover passes links by and would begin at the last entry. */
function focusFirstEntry(event: Event): void {
  event.preventDefault()
  const entry = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelector('a, button') : null
  if (entry instanceof HTMLElement) entry.focus({ preventScroll: true })
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
          onOpenAutoFocus={focusFirstEntry}
          sideOffset={6}
        >
          <PeriodMenu close={() => setOpen(false)} period={period} state={state} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
