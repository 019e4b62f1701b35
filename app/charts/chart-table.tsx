import { lazy, Suspense, useRef } from 'react'
import { useText } from '../language/index.ts'
import { useLateContent } from '../ui/late-content.ts'
import { orMissing } from '../ui/missing-piece.tsx'
import type { ChartRowsProps } from './chart-rows.tsx'

const ChartRows = lazy(() => orMissing(import('./chart-rows.tsx').then((piece) => piece.ChartRows)))

/** The points of a chart to read and copy; opens without JavaScript. */
export function ChartTable(props: ChartRowsProps) {
  const t = useText()
  const ref = useRef<HTMLDetailsElement>(null)
  const isDrawn = useLateContent(ref)
  return (
    <details className="group text-[13px] open:w-full print:not-open:hidden" ref={ref}>
      <summary className="w-fit rounded text-soft leading-6 hover:text-ink">{t('chart.show_table')}</summary>
      {isDrawn && (
        <Suspense>
          <ChartRows {...props} />
        </Suspense>
      )}
    </details>
  )
}
