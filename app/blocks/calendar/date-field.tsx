import 'virtual:words/dates'
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import { dateOfText } from '../../format/index.ts'
import { CalendarDays } from '../../icons.ts'
import { type Language, useLanguage, useText } from '../../language/index.ts'
import { orMissing, TextField, useAlive } from '../../ui/index.ts'
import { readDay } from './read-day.ts'

const loadCalendar = () => import('./date-calendar.tsx')
const DateCalendar = lazy(() => orMissing(loadCalendar().then((piece) => piece.DateCalendar)))

interface DateFieldProps
  extends Pick<ComponentProps<typeof TextField>, 'label' | 'help' | 'error' | 'required' | 'disabled'> {
  /** Name under which the form posts the day as ISO. */
  readonly name?: string
  /** ISO; empty for none. */
  readonly defaultValue?: string | undefined
  /** Where the parent holds the day. */
  readonly value?: string
  readonly onDay?: (day: string) => void
  /** Last day that can be chosen, as ISO. */
  readonly max?: string | undefined
  /** There is a button that opens a calendar. */
  readonly hasCalendar?: boolean
}

/** The same for both kinds of fields, so that nothing moves when scripts take over. */
const width = 'w-44 max-w-full'

/**
 * A day, typed as the language writes it or as ISO, or chosen in a calendar. The form gets it as ISO. Without scripts it is the
 * browser's own field.
 */
export function DateField(props: DateFieldProps) {
  const { name, defaultValue = '', max, value, onDay, hasCalendar = true, ...field } = props
  const isAlive = useAlive()
  const [own, setOwn] = useState(defaultValue)
  const day = value ?? own
  if (!isAlive) {
    return (
      <div className={width}>
        <TextField {...field} defaultValue={day} max={max} name={name} type="date" />
      </div>
    )
  }
  const take = (next: string) => {
    setOwn(next)
    onDay?.(next)
  }
  return (
    <div className={width}>
      <TypedDay {...field} day={day} hasCalendar={hasCalendar} max={max} take={take} />
      {name && <input disabled={field.disabled} name={name} type="hidden" value={day} />}
    </div>
  )
}

interface TypedDayProps extends Pick<DateFieldProps, 'label' | 'help' | 'error' | 'required' | 'disabled' | 'max'> {
  readonly day: string
  readonly hasCalendar: boolean
  readonly take: (day: string) => void
}

function TypedDay({ day, max, hasCalendar, take, error, ...field }: TypedDayProps) {
  const t = useText()
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  // What is typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && typed.trim() !== '' && readDay(typed, language) === undefined
  const wrong = t('date.wrong', { example: printDay(max ?? '2026-11-22', language) })
  const [isLeft, setLeft] = useState(false)
  const type = (text: string) => {
    const read = readDay(text, language)
    setTyped(text)
    setLeft(false)
    input.current?.setCustomValidity(read === undefined && text.trim() !== '' ? wrong : '')
    if (read !== undefined || text.trim() === '') take(read ?? '')
  }
  const choose = (chosen: string) => {
    setTyped(undefined)
    input.current?.setCustomValidity('')
    take(chosen)
  }
  return (
    <TextField
      {...field}
      autoComplete="off"
      button={
        hasCalendar && !field.disabled && <CalendarButton choose={choose} day={day} label={field.label} max={max} />
      }
      error={isWrong && isLeft ? wrong : error}
      onBlur={() => (isWrong ? setLeft(true) : setTyped(undefined))}
      onChange={(event) => type(event.target.value)}
      ref={input}
      spellCheck={false}
      type="text"
      value={typed ?? printDay(day, language)}
    />
  )
}

interface CalendarButtonProps {
  readonly label: string
  readonly day: string
  readonly max: string | undefined
  readonly choose: (day: string) => void
}

function CalendarButton({ label, day, max, choose }: CalendarButtonProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={t('date.open', { name: label })}
        className="absolute end-1 top-1/2 grid size-8 -translate-y-1/2 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink pointer-coarse:size-10"
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={() => void loadCalendar()}
        ref={button}
        type="button"
      >
        <CalendarDays aria-hidden className="size-4" />
      </button>
      {isOpen && (
        <Suspense>
          <DateCalendar
            button={button}
            choose={choose}
            close={() => setOpen(false)}
            day={day}
            label={label}
            max={max}
          />
        </Suspense>
      )}
    </>
  )
}

function printDay(day: string, language: Language): string {
  return day === '' ? '' : dateOfText(`${day}T00:00:00Z`, 'UTC', language)
}
