import type { ReactNode } from 'react'
import {
  type Axis,
  Bars,
  ChartTable,
  Delta,
  describeChange,
  packSeries,
  Sparkline,
  type TimePoint,
  TimeSeries,
} from '../charts/index.ts'
import { Inbox } from '../icons.ts'
import {
  Badge,
  Button,
  Card,
  CardHeader,
  EmptyState,
  InfoButton,
  Meter,
  Notice,
  SelectField,
  Skeleton,
  showToast,
  TextField,
} from '../ui/index.ts'

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

/** Charts with gaps, negative values, an incomplete last bucket, a single point and no data. */
function KitChartsPart({ points, compare, axis, losses, lossAxis, emptyAxis }: KitCharts) {
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
            <Sparkline course={packSeries(series.map((point) => point.value))} />
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

interface KitProps {
  readonly charts: KitCharts
  /** Additions by features. */
  readonly children: ReactNode
}

/** The kit's contents; the page shows them in each theme. */
export function Kit({ charts, children }: KitProps) {
  return (
    <div className="grid gap-8">
      <Part title="Buttons">
        <Button kind="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button size="small">Small</Button>
        <Button disabled>Disabled</Button>
        <Button isBusy kind="primary">
          Busy
        </Button>
      </Part>
      <Part title="Badges">
        <Badge>Neutral</Badge>
        <Badge tone="accent">Accent</Badge>
        <Badge tone="good">Good</Badge>
        <Badge tone="warn">Warn</Badge>
        <Badge tone="bad">Bad</Badge>
      </Part>
      <Part title="Notices">
        <div className="grid w-full gap-2">
          <Notice severity="info">Two days have no exchange rate yet.</Notice>
          <Notice action={<a href="#content">Look at it</a>} severity="warning">
            The store has not answered for an hour; syncing is retried.
          </Notice>
          <Notice severity="serious">The store does not accept the key any more. Connect it again.</Notice>
        </div>
      </Part>
      <Part title="Fields">
        <div className="grid w-full gap-4 sm:grid-cols-2">
          <TextField help="Without https://." label="Domain" name="domain" placeholder="shop.example.com" required />
          <TextField defaultValue="shop" error="This is not a domain." label="Domain" name="domain" required />
          <TextField label="Name" name="name" />
          <SelectField label="Currency" name="currency">
            <option>EUR</option>
            <option>USD</option>
          </SelectField>
        </div>
      </Part>
      <Part title="Progress and places">
        <div className="grid w-full gap-3">
          <Meter done={0} label="Nothing yet" total={100} />
          <Meter done={40} label="Some" total={100} />
          <Meter done={100} label="All" total={100} />
          <Meter done={40} label="Unknown total" total={null} />
          <Skeleton className="h-8 w-2/3" />
        </div>
      </Part>
      <Part title="Explanations and toasts">
        <InfoButton about="Sales" hint="Money kept from sales, tax included.">
          <p>Order revenue − returns</p>
        </InfoButton>
        <Button onClick={() => showToast('The sync has started.')} type="button">
          Show a toast
        </Button>
        <Button onClick={() => showToast('The sync could not be started.', 'failed')} type="button">
          Show a failure
        </Button>
      </Part>
      <Card>
        <CardHeader note="With a note" title="A card">
          <Button size="small">Action</Button>
        </CardHeader>
        <EmptyState action={<Button kind="primary">One action</Button>} icon={Inbox} title="Nothing here yet">
          What will be here, and why it is empty.
        </EmptyState>
      </Card>
      <KitChartsPart {...charts} />
      {children}
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-faint text-xs">{title}</h3>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  )
}
