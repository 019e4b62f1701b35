import { Suspense, useEffect } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import type { ArrivalsModel, InstallModel } from '../../blocks/install/model.ts'
import { ChoiceLinks } from '../../blocks/install/steps.tsx'
import { OriginsTable } from '../../blocks/ledger-tables/origins-table.tsx'
import { TableFailed, TableSkeleton } from '../../blocks/ledger-tables/table-states.tsx'
import { ArrowRight, CircleCheck, CircleDashed } from '../../icons.ts'
import { ServerText } from '../../language/index.ts'
import { Badge, buttonClass, Card } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import { InstallCard } from './install-card.tsx'
import type { loadTrackingScreen } from './load-tracking.server.ts'
import { SignalCard } from './signal-card.tsx'
import { TodayCard } from './today-card.tsx'
import { useWords } from './words.ts'

const askEveryMs = 5_000

const modes = [
  { value: 'required', word: 'consent.ask' },
  { value: 'granted', word: 'consent.free' },
] as const

/** What a visitor may have decided. */
const states = ['agreed', 'open', 'refused', 'withdrawn'] as const

/** Installation of the script, whether its events arrive, and orders that already have a source. */
export function TrackingScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadTrackingScreen>> }) {
  const { page, store, originNotes, visits, install } = content
  const t = useWords()
  return (
    <FiguresPage intro={<Installing install={install} />} page={page} title={t('title')}>
      <Suspense fallback={<TableSkeleton rows={12} />}>
        <Later errorElement={<TableFailed title={t('signal.title')} />} resolve={visits}>
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
                labelHeader={t('origins.from')}
                origins={origins}
                store={store}
                title={t('origins.title')}
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
  const t = useWords()
  const pages = [
    {
      to: href('/shop/:domain/tracking/live', { domain }),
      title: t('tab.live'),
      text: t('further.live'),
    },
    {
      to: href('/shop/:domain/tracking/rules', { domain }),
      title: t('tab.rules'),
      text: t('further.rules'),
    },
    {
      to: href('/shop/:domain/tracking/survey', { domain }),
      title: t('tab.survey'),
      text: t('further.survey'),
    },
  ]
  return (
    <Card aria-labelledby="further-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="further-heading">
        {t('further.title')}
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
  const t = useWords()
  const choices = modes.map(({ value, word }) => ({ value, label: t(word) }))
  return (
    <Card aria-labelledby="consent-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="consent-heading">
        {t('consent.title')}
      </h2>
      {ownConsent ? (
        <p className="mt-1 text-pretty text-soft">
          <ServerText>{ownConsent}</ServerText>
        </p>
      ) : (
        <>
          <p className="mt-1 mb-3 text-pretty text-soft">{t(`consent.${consent}`)}</p>
          <ChoiceLinks choices={choices} chosen={consent} label={t('consent.choose')} name="consent" />
          <p className="mt-2 text-[13px] text-faint">{t('consent.part')}</p>
        </>
      )}
      <dl className="mt-4 grid gap-3 text-[13px]">
        {states.map((state) => (
          <div key={state}>
            <dt className="font-medium">{t(`consent.${state}`)}</dt>
            <dd className="text-pretty text-soft">{t(`consent.${state}Text`)}</dd>
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
  const t = useWords()
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
              {t(age ? 'arrivals.receiving' : 'arrivals.none')}
              {age ? <Badge tone="good">{t('arrivals.last', { age })}</Badge> : <Badge>{t('arrivals.waiting')}</Badge>}
            </h2>
            <p className="mt-1 max-w-prose text-pretty text-soft">{t(age ? 'arrivals.follow' : 'arrivals.try')}</p>
          </div>
        </div>
        <Link className={buttonClass('secondary', 'small')} to={href('/shop/:domain/tracking/live', { domain })}>
          {t('tab.live')}
        </Link>
      </div>
      {age && <Figures arrivals={arrivals} />}
    </Card>
  )
}

function Figures({ arrivals: { events, visitors, orders, agreedShare } }: { readonly arrivals: ArrivalsModel }) {
  const t = useWords()
  const figures = [
    [t('arrivals.events'), events],
    [t('arrivals.visitors'), visitors],
    [t('arrivals.orders'), orders],
    [t('arrivals.consent'), agreedShare ?? '–'],
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
