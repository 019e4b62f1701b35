import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { type KitCharts, KitChartsPart } from './kit-charts.tsx'

interface KitProps {
  readonly charts: KitCharts
  /** What features add to it. */
  readonly children: ReactNode
}

/** The whole kit, once; the page shows it in each theme. */
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
