import { useEffect, useState } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { Pause, Play, RefreshCw, Satellite } from '../../icons.ts'
import {
  Badge,
  Button,
  buttonClass,
  Card,
  CardHeader,
  DataTable,
  EmptyState,
  InfoButton,
  useAlive,
} from '../../ui/index.ts'
import { useWords } from './words.ts'

/** An event, printed. */
export interface EventModel {
  readonly id: string
  readonly time: string
  /** In words, and as pages and servers call it. */
  readonly name: string
  readonly code: string
  /** Without the scheme. */
  readonly page: string
  readonly from: string
  /** UTM tags of the address. */
  readonly tags: string
  readonly visitor: string
  readonly consent: string
  readonly value: string
  /** Other contents: an order, a person. */
  readonly tells: readonly string[]
  /** Signs of a bot; null for people. */
  readonly bot: { readonly isCertain: boolean; readonly why: string } | null
}

/** Classification of visits. */
export interface VisitsModel {
  /** Which visits are counted. */
  readonly note: string
  readonly shares: readonly { readonly name: string; readonly text: string; readonly note: string }[]
  /** Bot signals, with the number of visits that showed each. */
  readonly reasons: readonly { readonly name: string; readonly text: string }[]
}

/** The whole page. */
export interface LiveModel {
  readonly domain: string
  readonly events: readonly EventModel[]
  /** Events per minute as a share of the maximum, oldest first. */
  readonly minutes: readonly { readonly label: string; readonly height: number }[]
  readonly figures: readonly { readonly name: string; readonly text: string; readonly note: string }[]
  readonly names: readonly { readonly name: string; readonly code: string; readonly text: string }[]
  /** Classified visits of the last days; null where there were none. */
  readonly visits: VisitsModel | null
  readonly readAt: string
}

const askEveryMs = 3_000

/** Incoming events. Polls until it is paused; without scripts, it is reloaded by hand. */
export function LivePage({ initial }: { readonly initial: LiveModel }) {
  const [isPaused, setPaused] = useState(false)
  const isAlive = useAlive()
  const t = useWords()
  const { live, hasFailed } = useLive(initial, isPaused)
  const path = href('/shop/:domain/tracking/live', { domain: live.domain })
  return (
    <div className="grid grid-cols-1 gap-6 pt-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
          <p className="mt-1 max-w-prose text-pretty text-soft">{t('page.about')}</p>
        </div>
        <div className="flex items-center gap-2">
          <p className="tabular text-[13px] text-faint">
            {t(hasFailed ? 'page.stale' : 'page.read', { time: live.readAt })}
          </p>
          {isAlive ? (
            <Button onClick={() => setPaused(!isPaused)} size="small" type="button">
              {isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
              {t(isPaused ? 'page.resume' : 'page.pause')}
            </Button>
          ) : (
            <Link className={buttonClass('secondary', 'small')} to={path}>
              <RefreshCw aria-hidden className="size-4" />
              {t('page.reload')}
            </Link>
          )}
        </div>
      </header>
      {live.events.length === 0 ? <NothingYet domain={live.domain} /> : <Filled live={live} />}
    </div>
  )
}

function NothingYet({ domain }: { readonly domain: string }) {
  const t = useWords()
  return (
    <Card>
      <EmptyState
        action={
          <Link className={buttonClass('primary')} to={href('/shop/:domain/tracking', { domain })}>
            {t('none.install')}
          </Link>
        }
        icon={Satellite}
        title={t('none.title')}
      >
        {t('none.text')}
      </EmptyState>
    </Card>
  )
}

function Filled({ live }: { readonly live: LiveModel }) {
  const t = useWords()
  return (
    <>
      <Card aria-labelledby="hour-heading" className="p-4 sm:p-5">
        <h2 className="sr-only" id="hour-heading">
          {t('hour.title')}
        </h2>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
          {live.figures.map(({ name, text, note }) => (
            <div key={name}>
              <dt className="text-[13px] text-faint">{name}</dt>
              <dd className="font-semibold text-2xl tabular tracking-tight">{text}</dd>
              <dd className="text-pretty text-[13px] text-faint">{note}</dd>
            </div>
          ))}
        </dl>
        <Minutes minutes={live.minutes} />
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
          {live.names.map(({ code, name, text }) => (
            <li className="flex items-center gap-1" key={code}>
              {name}
              {name !== code && (
                <InfoButton about={name} hint={t('event.technical', { name: code })}>
                  <p>{t('event.technical', { name: code })}</p>
                </InfoButton>
              )}
              <span className="tabular text-faint">{text}</span>
            </li>
          ))}
        </ul>
      </Card>
      {live.visits && <Visits visits={live.visits} />}
      <Card aria-labelledby="events-heading">
        <CardHeader id="events-heading" note={t('events.note')} title={t('events.title')} />
        <EventTable events={live.events} />
      </Card>
    </>
  )
}

function Visits({ visits: { note, shares, reasons } }: { readonly visits: VisitsModel }) {
  const t = useWords()
  return (
    <Card aria-labelledby="visits-heading">
      <CardHeader id="visits-heading" note={note} title={t('visits.title')} />
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 p-4 sm:p-5 lg:grid-cols-2">
        <dl className="grid grid-cols-2 gap-x-6">
          {shares.map((share) => (
            <div key={share.name}>
              <dt className="text-[13px] text-faint">{share.name}</dt>
              <dd className="font-semibold text-2xl tabular tracking-tight">{share.text}</dd>
              <dd className="text-pretty text-[13px] text-faint">{share.note}</dd>
            </div>
          ))}
        </dl>
        {reasons.length > 0 && (
          <ul aria-label={t('visits.signals')} className="grid content-start gap-y-1 text-[13px]">
            {reasons.map(({ name, text }) => (
              <li className="flex justify-between gap-4" key={name}>
                {name} <span className="tabular text-faint">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

/** Bar chart of the last hour; decorative, beside the figures. */
function Minutes({ minutes }: Pick<LiveModel, 'minutes'>) {
  return (
    <div aria-hidden className="mt-5 flex h-14 items-end gap-px" dir="ltr">
      {minutes.map(({ label, height }, minute) => (
        <span
          className={`min-h-px flex-1 rounded-t-xs ${height === 0 ? 'bg-line' : 'bg-accent'}`}
          // Minutes have no id; their position identifies them.
          key={minute - minutes.length}
          style={{ height: `${height * 100}%` }}
          title={label}
        />
      ))}
    </div>
  )
}

function EventTable({ events }: Pick<LiveModel, 'events'>) {
  const t = useWords()
  return (
    <DataTable
      caption={t('events.caption')}
      columns={[
        { key: 'time', label: t('column.time'), isText: true },
        { key: 'page', label: t('column.page'), isText: true, isLong: true },
        { key: 'from', label: t('column.source'), isText: true },
        { key: 'visitor', label: t('column.visitor'), isText: true, hint: t('column.visitorHint') },
        { key: 'consent', label: t('column.consent'), isText: true },
        { key: 'value', label: t('column.value') },
      ]}
      labelHeader={{ label: t('column.event') }}
      rows={events.map((event) => ({
        key: event.id,
        label: <EventName event={event} />,
        cells: [
          <span className="tabular" key="time">
            {event.time}
          </span>,
          <span
            className="block max-w-80 truncate text-match-parent"
            dir="auto"
            key="page"
            title={`${event.page} ${event.tags}`}
          >
            {event.page}
            {event.tags !== '' && <span className="block truncate text-match-parent text-faint">{event.tags}</span>}
          </span>,
          <bdi key="from">{event.from}</bdi>,
          <code dir="ltr" key="visitor">
            {event.visitor}
          </code>,
          event.consent,
          event.value,
        ],
      }))}
    />
  )
}

function EventName({ event: { name, code, tells, bot } }: { readonly event: EventModel }) {
  const t = useWords()
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span title={code}>{name}</span>
      {tells.map((text) => (
        <Badge key={text}>{text}</Badge>
      ))}
      {bot && (
        <span title={bot.why}>
          <Badge tone={bot.isCertain ? 'bad' : 'warn'}>{t(bot.isCertain ? 'bot.certain' : 'bot.suspect')}</Badge>
          <span className="sr-only">: {bot.why}</span>
        </span>
      )}
    </span>
  )
}

/** Polls every few seconds while the page is visible and not paused. */
function useLive(initial: LiveModel, isPaused: boolean): { readonly live: LiveModel; readonly hasFailed: boolean } {
  const { data, load, state } = useFetcher<LiveModel | { readonly hasFailed: true }>()
  const [live, setLive] = useState(initial)
  const hasFailed = data !== undefined && 'hasFailed' in data
  // The last result stays while newer ones cannot be read.
  if (data !== undefined && !('hasFailed' in data) && data !== live) setLive(data)
  const { domain } = initial
  const isWaiting = !isPaused && state === 'idle'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load(href('/shop/:domain/tracking/live/now', { domain }))
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [load, domain, isWaiting])
  return { live, hasFailed }
}
