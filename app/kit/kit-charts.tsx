import {
  type Axis,
  Bars,
  ChartTable,
  Delta,
  describeChange,
  packCourse,
  Sparkline,
  type TimePoint,
  TimeSeries,
} from '../charts/index.ts'
import { Card, showToast } from '../ui/index.ts'

export interface KitCharts {
  readonly points: readonly TimePoint[]
  readonly compare: readonly TimePoint[]
  readonly axis: Axis
  readonly losses: readonly TimePoint[]
  readonly lossAxis: Axis
  readonly emptyAxis: Axis
}

const changes = [
  { now: 112, before: 100, better: 'higher' },
  { now: 88, before: 100, better: 'higher' },
  { now: 112, before: 100, better: 'lower' },
  { now: 100.2, before: 100, better: 'higher' },
  { now: 5, before: 0, better: 'higher' },
  { now: 5, before: null, better: 'higher' },
  { now: 5000, before: 100, better: 'higher' },
  { now: 112, before: 100, better: 'higher', caveat: { short: 'few cases', long: 'Too few to read much into it' } },
  { now: 0.34, before: 0.31, better: 'higher', isShare: true },
] as const

/** Charts with gaps, losses, a running end, a single point and nothing at all. */
export function KitChartsPart({ points, compare, axis, losses, lossAxis, emptyAxis }: KitCharts) {
  return (
    <>
      <section className="flex flex-wrap gap-x-5 gap-y-2">
        {changes.map((change) => (
          <Delta change={describeChange(change)} key={JSON.stringify(change)} />
        ))}
      </section>
      <Card className="p-5">
        <TimeSeries
          axis={axis}
          compare={compare}
          isRunning
          label="Gap, comparison, running end"
          onMark={({ from, to }) => showToast(`${from} to ${to} marked`)}
          points={points}
        />
        <ChartTable compare={compare} label="Sales" points={points} />
      </Card>
      <Card className="p-5">
        <TimeSeries axis={lossAxis} isFilled label="Below zero" points={losses} series={2} />
      </Card>
      <Card className="grid gap-5 p-5">
        <TimeSeries axis={axis} label="Single point" points={points.slice(0, 1)} />
        <TimeSeries axis={emptyAxis} label="Nothing" points={[]} />
      </Card>
      <Card className="grid grid-cols-3 gap-6 p-5">
        {[points, losses, points.slice(0, 1)].map((series, index) => (
          <div className="h-10" key={['course', 'losses', 'single'][index]}>
            <Sparkline course={packCourse(series.map((point) => point.value))} />
          </div>
        ))}
      </Card>
      <Card className="p-5">
        <Bars
          caption="Sales by country"
          columns={[{ label: 'Sales' }, { label: 'Share', needs: 'wide' }]}
          labelHeader="Country"
          rows={[
            { key: 'DE', label: 'Germany', value: 60, cells: ['$60.00', '60.0%'] },
            {
              key: 'AT',
              label: 'A country with a name that is far too long for its column',
              value: 30,
              cells: ['$30.00', '30.0%'],
            },
            { key: 'XX', label: 'Negative', value: -5, cells: ['−$5.00', '–'] },
          ]}
          total={{ key: 'total', label: 'Total', value: null, cells: ['$85.00', ''] }}
        />
      </Card>
    </>
  )
}
