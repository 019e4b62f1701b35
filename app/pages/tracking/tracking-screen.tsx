import { Suspense, useEffect } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import type { ArrivalsModel, InstallModel } from '../../blocks/install/model.ts'
import { ChoiceLinks } from '../../blocks/install/steps.tsx'
import { OriginsTable } from '../../blocks/ledger-tables/origins-table.tsx'
import { SignalCard } from '../../blocks/ledger-tables/signal-card.tsx'
import { TableFailed, TableSkeleton } from '../../blocks/ledger-tables/table-states.tsx'
import { ArrowRight, CircleCheck, CircleDashed } from '../../icons.ts'
import { Badge, buttonClass, Card } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import { InstallCard } from './install-card.tsx'
import type { loadTrackingScreen } from './load-tracking.server.ts'
import { TodayCard } from './today-card.tsx'

const askEveryMs = 5_000

const modes = [
  { value: 'required', label: 'Visitors are asked' },
  { value: 'granted', label: 'Nobody needs to be asked' },
]

const states = [
  ['Agreed', 'A random number is kept in the cookie ts_v for up to 400 days. Visits are joined to orders.'],
  ['Not decided', 'Nothing is kept and nothing is sent while the page is open. After a yes the landing is sent whole.'],
  [
    'Refused',
    'Events are counted without visitor, click ids and customer. Orders of such visits are known only by what the store wrote on them.',
  ],
  ['Taken back', 'The cookie is deleted at once, and what follows counts as refused.'],
] as const

/** Installation of the script, whether its events arrive, and orders that already have a source. */
export function TrackingScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadTrackingScreen>> }) {
  const { page, store, originNotes, visits, install } = content
  return (
    <FiguresPage intro={<Installing install={install} />} page={page} title="Tracking">
      <Suspense fallback={<TableSkeleton rows={12} />}>
        <Later errorElement={<TableFailed title="Orders with a signal" />} resolve={visits}>
          {(origins) => (
            <>
              <div className="grid gap-6 lg:grid-cols-2">
                <SignalCard origins={origins} store={store} />
                <TodayCard
                  domain={page.shop.domain}
                  isRecording={origins.hasAny}
                  originNotes={originNotes}
                  store={store}
                />
              </div>
              <OriginsTable
                isFiltered={page.state.filters.length > 0}
                labelHeader="Visit from"
                origins={origins}
                store={store}
                title="Sources recorded on orders"
              />
            </>
          )}
        </Later>
      </Suspense>
    </FiguresPage>
  )
}

function Installing({ install }: Pick<Awaited<ReturnType<typeof loadTrackingScreen>>, 'install'>) {
  const { domain, arrivals } = install
  return (
    <>
      <ArrivalsCard domain={domain} initial={arrivals} key={domain} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] xl:items-start">
        <InstallCard install={install} />
        <div className="grid grid-cols-1 gap-6">
          <ConsentCard consent={install.consent} ownConsent={install.ownConsent} />
          <FurtherCard domain={domain} />
        </div>
      </div>
    </>
  )
}

/** Links to other tracking pages. */
function FurtherCard({ domain }: { readonly domain: string }) {
  const pages = [
    {
      to: href('/shop/:domain/tracking/live', { domain }),
      title: 'Live events',
      text: 'What comes in, while it comes in.',
    },
    {
      to: href('/shop/:domain/tracking/rules', { domain }),
      title: 'Channel rules',
      text: 'Which visits belong to which channel.',
    },
    {
      to: href('/shop/:domain/tracking/survey', { domain }),
      title: 'Survey',
      text: 'Ask buyers how they heard about you: what no click can tell.',
    },
  ]
  return (
    <Card aria-labelledby="further-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="further-heading">
        Then
      </h2>
      <ul className="mt-2 grid gap-1">
        {pages.map(({ to, title, text }) => (
          <li key={to}>
            <Link className="-mx-2 flex items-center justify-between gap-3 rounded-lg px-2 py-2 hover:bg-hover" to={to}>
              <span className="min-w-0">
                <span className="block font-medium text-[13px]">{title}</span>
                <span className="block text-[13px] text-soft">{text}</span>
              </span>
              <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the visitor’s consent covers, and where it is read from. */
function ConsentCard({ ownConsent, consent }: Pick<InstallModel, 'ownConsent' | 'consent'>) {
  return (
    <Card aria-labelledby="consent-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="consent-heading">
        Consent
      </h2>
      {ownConsent ? (
        <p className="mt-1 text-pretty text-soft">{ownConsent}</p>
      ) : (
        <>
          <p className="mt-1 mb-3 text-pretty text-soft">
            {consent === 'required'
              ? 'The script waits for a decision. It reads Google’s consent mode, the WP Consent API and Shopify’s privacy API, and takes the shop’s own word.'
              : 'The script recognises every visitor from the first page on. Choose this only where the law does not ask for consent, or where the shop loads the script after it.'}
          </p>
          <ChoiceLinks choices={modes} chosen={consent} label="Whether visitors are asked" name="consent" />
          <p className="mt-2 text-[13px] text-faint">It is part of the download and of the code to copy.</p>
        </>
      )}
      <dl className="mt-4 grid gap-3 text-[13px]">
        {states.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-pretty text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

interface ArrivalsCardProps {
  readonly domain: string
  readonly initial: ArrivalsModel
}

/** Whether events arrive. Polls, because people wait for it after installing the script. */
function ArrivalsCard({ domain, initial }: ArrivalsCardProps) {
  const arrivals = useArrivals(initial, domain)
  const { age } = arrivals
  const Icon = age ? CircleCheck : CircleDashed
  return (
    <Card aria-labelledby="arrivals-heading" className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${age ? 'text-good' : 'text-faint'}`} />
          <div aria-live="polite" className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-2 font-semibold text-[15px]" id="arrivals-heading">
              {age ? 'The script is heard' : 'Nothing heard yet'}
              {age ? <Badge tone="good">Last event {age}</Badge> : <Badge>Waiting</Badge>}
            </h2>
            <p className="mt-1 max-w-prose text-pretty text-soft">
              {age
                ? 'Every event that comes in can be followed while it happens.'
                : 'Put the script into the shop as below, then open the shop in a private window and agree to be recognised. It shows here within seconds.'}
            </p>
          </div>
        </div>
        <Link className={buttonClass('secondary', 'small')} to={href('/shop/:domain/tracking/live', { domain })}>
          Live events
        </Link>
      </div>
      {age && <Figures arrivals={arrivals} />}
    </Card>
  )
}

function Figures({ arrivals: { events, visitors, orders, agreedShare } }: { readonly arrivals: ArrivalsModel }) {
  const figures = [
    ['Events in 24 hours', events],
    ['Recognised visitors', visitors],
    ['Orders told', orders],
    ['Events with consent', agreedShare ?? '–'],
  ] as const
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 border-line border-t pt-4 sm:grid-cols-4">
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt className="text-[13px] text-faint">{name}</dt>
          <dd className="font-semibold text-lg tabular tracking-tight">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function useArrivals(initial: ArrivalsModel, domain: string): ArrivalsModel {
  const { data, load } = useFetcher<ArrivalsModel>()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load(href('/shop/:domain/tracking/arrivals', { domain }))
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [load, domain])
  return data ?? initial
}
