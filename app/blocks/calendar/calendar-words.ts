import type { Formatters, Labels } from 'react-day-picker'
import type { Language, Text } from '../../language/index.ts'

interface CalendarWords {
  readonly formatters: Partial<Formatters>
  readonly labels: Partial<Labels>
}

/** The calendar's words, from the browser's own locale data: translations would be a download each. */
export function calendarWords(language: Language, t: Text): CalendarWords {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language
  const printer = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (date: Date) => format.format(date)
  }
  const month = printer({ month: 'long', year: 'numeric' })
  const day = printer({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return {
    formatters: {
      formatCaption: month,
      formatWeekdayName: printer({ weekday: language === 'ar' ? 'narrow' : 'short' }),
    },
    labels: {
      labelGrid: month,
      labelNav: () => t('period.days'),
      labelNext: () => t('period.next_month'),
      labelPrevious: () => t('period.previous_month'),
      labelWeekday: printer({ weekday: 'long' }),
      labelDayButton: (date, { today, selected }) => {
        const named = today ? t('period.is_today', { day: day(date) }) : day(date)
        return selected ? t('period.is_chosen', { day: named }) : named
      },
    },
  }
}
