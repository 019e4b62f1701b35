import { Link } from 'react-router'
import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import type { PageView } from '../model.ts'

/** Interval of the page's charts; intervals that do not suit the range are not offered. */
export function IntervalChoice({ view: { state, interval, intervals } }: { readonly view: PageView }) {
  const t = useText()
  if (intervals.length < 2) return null
  return (
    <ul
      aria-label={t('chart.length')}
      className="relative z-10 flex w-fit shrink-0 rounded-lg bg-hover p-0.5 text-[13px] print:hidden"
    >
      {intervals.map((choice) => (
        <li key={choice}>
          <Link
            aria-current={choice === interval || undefined}
            className="block rounded-md px-2.5 py-1 text-soft hover:text-ink aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
            preventScrollReset
            to={{ search: withSearch(state, { interval: choice }) }}
          >
            {t(`chart.${choice}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
