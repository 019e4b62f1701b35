import 'virtual:words/period'
import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { DayPicker } from 'react-day-picker'
import { directionOf, useLanguage, useSpokenAttributes, useText } from '../../language/index.ts'
import { calendarLook, noon, toDate, toDay } from './calendar-look.ts'
import { calendarWords } from './calendar-words.ts'

interface DateCalendarProps {
  /** Name of the field. */
  readonly label: string
  /** ISO; empty for none. */
  readonly day: string
  /** Last day that can be chosen. */
  readonly max: string | undefined
  /** Gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly choose: (day: string) => void
  readonly close: () => void
}

/** The chosen day, or today, rather than the arrows above the month. */
function focusDay(event: Event): void {
  event.preventDefault()
  const content = event.currentTarget
  const day = content instanceof HTMLElement ? content.querySelector('td button[tabindex="0"]') : null
  if (day instanceof HTMLElement) day.focus()
}

/** A month to choose a day in, below its field: arrow keys move, Enter chooses, Escape closes. */
export function DateCalendar({ label, day, max, button, choose, close }: DateCalendarProps) {
  const language = useLanguage()
  const spoken = useSpokenAttributes()
  const words = calendarWords(language, useText())
  const chosen = toDate(day)
  return (
    <Popover.Root onOpenChange={(isOpen) => !isOpen && close()} open>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal container={button.current?.closest('dialog')}>
        <Popover.Content
          {...spoken}
          align="end"
          aria-label={label}
          className="z-50 rounded-xl border border-line bg-raised p-4 text-sm shadow-raised outline-none"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            button.current?.focus()
          }}
          onInteractOutside={(event) => {
            // The button closes it itself.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          }}
          onOpenAutoFocus={focusDay}
          sideOffset={6}
        >
          <DayPicker
            classNames={{ ...calendarLook, selected: '[&>button]:bg-accent [&>button]:text-canvas' }}
            {...words}
            {...(max === undefined ? {} : { disabled: { after: noon(max) } })}
            {...(chosen === undefined ? {} : { defaultMonth: chosen })}
            dir={directionOf(language)}
            mode="single"
            onSelect={(date) => {
              if (date) choose(toDay(date))
              close()
            }}
            selected={chosen}
            weekStartsOn={1}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
