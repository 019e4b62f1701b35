import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { ChartTable, Delta, type PackedPoints, seriesOf, TimeSeries, unpackPoints } from '../../../charts/index.ts'
import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import { useChoose } from '../../../search/use-latest-search.ts'
import { orMissing } from '../../../ui/index.ts'
import { SeriesNotes } from '../annotations/series-notes.tsx'
import type { PageView, SeriesWidget } from '../model.ts'
import { SearchSelect } from '../search-select.tsx'
import { FigureNotes } from './figure-notes.tsx'
import { IntervalChoice } from './interval-choice.tsx'
import { markedDays, zoomedFrom } from './marked-days.ts'
import { SeriesLegend } from './series-legend.tsx'
import { AboutFigure, Heading, headingId, TitleLine } from './title.tsx'

// Few shops have notes on the days that are shown. The server draws them all the same.
const Marks = lazy(() => orMissing(import('../../../charts/marks.tsx').then((piece) => piece.Marks)))

type ReadySeries = Extract<SeriesWidget, { state: 'ready' }>

interface SeriesBodyProps {
  readonly widget: ReadySeries
  readonly view: PageView
}

/** A figure and its time series, with its comparison and annotations. */
export function SeriesBody({ widget, view }: SeriesBodyProps) {
  const { content } = widget
  const points = usePoints(content.points)
  const before = usePoints(content.compare ?? '')
  const compare = widget.hasComparison && content.compare !== undefined ? before : undefined
  const onMark = useMarking(widget, view)
  return (
    <>
      <TitleLine isChoice={widget.followsAddress}>
        <SeriesTitle view={view} widget={widget} />
        <AboutFigure figure={content} label={widget.label} view={view} />
      </TitleLine>
      <div className="flex flex-1 flex-col px-4 pb-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <Status view={view} widget={widget} />
          <IntervalChoice view={view} />
        </div>
        <p className="sr-only">{content.summary}</p>
        <div className="mt-4 flex flex-1 flex-col">
          <TimeSeries
            axis={content.axis}
            compare={compare}
            isFilled={widget.kind === 'area'}
            isRunning={view.isRunning}
            isShort={widget.size < 3}
            label={widget.title}
            onMark={onMark}
            points={points}
            series={seriesOf(widget.section)}
          >
            {content.marks.length > 0 && (
              <Suspense>
                <Marks count={points.length} marks={content.marks} />
              </Suspense>
            )}
          </TimeSeries>
        </div>
        <SeriesLegend compare={compare !== undefined} series={seriesOf(widget.section)} view={view} />
        <div className="mt-3 flex flex-wrap items-start gap-x-5 gap-y-1 text-[13px] print:block" data-picture="skip">
          <ChartTable compare={compare} label={widget.title} points={points} />
          <SeriesNotes marks={content.marks} state={view.state} />
        </div>
      </div>
    </>
  )
}

/** Keeps the same list until the points change, so that the chart does not re-render. */
function usePoints(packed: PackedPoints) {
  return useMemo(() => unpackPoints(packed), [packed])
}

/** The title, or a select field where the address determines the metric. */
function SeriesTitle({ widget, view }: SeriesBodyProps) {
  const t = useText()
  if (!widget.followsAddress) return <Heading widget={widget} />
  return (
    <>
      <h3 className="sr-only" id={headingId(widget.key)}>
        {t('chart.over_time', { name: widget.title })}
      </h3>
      <SearchSelect
        label={t('widget.choose_metric')}
        name="metric"
        options={view.metrics.map(({ key, label }) => ({ value: key, label }))}
        state={view.state}
        value={widget.metric}
      />
    </>
  )
}

function Status({ widget, view }: SeriesBodyProps) {
  const t = useText()
  const { content } = widget
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
      <Link
        aria-label={`${content.text}: ${t('widget.open_orders', { name: widget.title })}`}
        className="font-semibold text-2xl tabular tracking-tight"
        preventScrollReset
        to={{ search: withSearch(view.state, { open: widget.metric }) }}
      >
        {content.text}
      </Link>
      {widget.hasComparison && content.change && <Delta change={content.change} than={view.than} />}
      <FigureNotes hasRoom notes={content.notes} />
    </p>
  )
}

/** Selecting days zooms in to them; hours are not days, and a single point is not a range. */
function useMarking({ content }: ReadySeries, { state, interval, range }: PageView) {
  const choose = useChoose()
  const buckets = content.buckets.split(' ')
  if (interval === 'hour' || buckets.length < 3) return undefined
  return (stretch: { readonly from: number; readonly to: number }) => {
    const days = markedDays(stretch, { buckets, range })
    if (!days) return
    choose(withSearch(state, { range: 'custom', ...days, zoom: zoomedFrom(state) }))
  }
}
