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
          sideOffset={6}
        >
          <PeriodMenu close={() => setOpen(false)} period={period} state={state} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
