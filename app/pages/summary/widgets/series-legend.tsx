import { Link } from 'react-router'
import { type Series, seriesColors } from '../../../charts/index.ts'
import { useText } from '../../../language/index.ts'
import type { PageView } from '../model.ts'
import { unzoomed } from './marked-days.ts'

interface SeriesLegendProps {
  readonly view: PageView
  readonly series: Series
  readonly compare: boolean
}

/** Legend of the lines and dashes, and a link back from the zoom. */
export function SeriesLegend({ view, series, compare }: SeriesLegendProps) {
  const t = useText()
  const wayBack = unzoomed(view.state)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-soft text-xs">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className={`w-4 border-current border-t-2 ${seriesColors[series]}`} />{' '}
        {t('chart.this_period')}
      </span>
      {compare && view.than && (
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="w-4 border-edge border-t-2 border-dashed" /> {view.than}
        </span>
      )}
      {view.isRunning && <span className="text-faint">{t('chart.running')}</span>}
      {wayBack !== undefined && (
        <Link className="rounded text-accent hover:underline print:hidden" preventScrollReset to={{ search: wayBack }}>
          {t('chart.unzoom')}
        </Link>
      )}
    </div>
  )
}
