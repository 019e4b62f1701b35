const step = 'touch-target grid size-8 place-items-center rounded-lg text-soft hover:bg-hover disabled:opacity-30'

/** Classes of every calendar's parts. */
export const calendarLook = {
  root: 'relative',
  months: 'flex gap-6',
  month: '',
  month_caption: 'flex h-8 items-center justify-center font-medium',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: step,
  button_next: step,
  chevron: 'size-4 fill-current rtl:-scale-x-100',
  month_grid: 'mt-2 border-collapse',
  weekday: 'size-9 font-normal text-faint text-xs',
  day: 'p-0 text-center tabular',
  day_button: 'grid size-9 place-items-center rounded-lg hover:bg-hover disabled:hover:bg-transparent',
  today: 'font-semibold text-accent',
  outside: 'invisible',
  disabled: 'text-faint opacity-50',
  selected: '',
  range_start: 'rounded-s-lg bg-accent-wash [&>button]:bg-accent [&>button]:text-canvas',
  range_end: 'rounded-e-lg bg-accent-wash [&>button]:bg-accent [&>button]:text-canvas',
  range_middle: 'bg-accent-wash',
} as const

/** The calendar uses the browser's time zone; at noon the date is the same in all of them. */
export function noon(day: string): Date {
  return new Date(`${day}T12:00:00`)
}

/** Undefined while the typed date is incomplete. */
export function toDate(day: string): Date | undefined {
  const date = noon(day)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The calendar's day as ISO. */
export function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
