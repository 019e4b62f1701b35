import { useEffect, useState } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { Pause, Play, RefreshCw, Satellite } from '../../icons.ts'
import { Badge, Button, buttonClass, Card, CardHeader, DataTable, EmptyState, useAlive } from '../../ui/index.ts'

/** An event, printed. */
export interface EventModel {
  readonly id: string
  readonly time: string
  readonly name: string
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
  readonly names: readonly { readonly name: string; readonly text: string }[]
  /** Classified visits of the last days; null where there were none. */
  readonly visits: VisitsModel | null
  readonly readAt: string
}

const askEveryMs = 3_000

/** Incoming events. Polls until it is paused; without scripts, it is reloaded by hand. */
export function LivePage({ initial }: { readonly initial: LiveModel }) {
  const [isPaused, setPaused] = useState(false)
  const isAlive = useAlive()
  const { live, hasFailed } = useLive(initial, isPaused)
  const path = href('/shop/:domain/tracking/live', { domain: live.domain })
  return (
    <div className="grid grid-cols-1 gap-6 pt-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="font-semibold text-2xl tracking-tight">Live events</h1>
          <p className="mt-1 max-w-prose text-pretty text-soft">
            What the shop’s pages and servers tell, as it comes in. Who the visitors are is not shown.
          </p>
        </div>
        <div className="flex items-center gap-2">
          <p className="text-[13px] text-faint">
            {hasFailed ? 'Not up to date: the server did not answer. Last read' : 'Read'} at{' '}
            <span className="tabular">{live.readAt}</span>
          </p>
          {isAlive ? (
            <Button onClick={() => setPaused(!isPaused)} size="small" type="button">
              {isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
              {isPaused ? 'Go on' : 'Pause'}
            </Button>
          ) : (
            <Link className={buttonClass('secondary', 'small')} to={path}>
              <RefreshCw aria-hidden className="size-4" />
              Read again
            </Link>
          )}
        </div>
      </header>
      {live.events.length === 0 ? <NothingYet domain={live.domain} /> : <Filled live={live} />}
    </div>
  )
}

function NothingYet({ domain }: { readonly domain: string }) {
  return (
    <Card>
      <EmptyState
        action={
          <Link className={buttonClass('primary')} to={href('/shop/:domain/tracking', { domain })}>
            Put the script into the shop
          </Link>
        }
        icon={Satellite}
        title="Nothing has come in yet"
      >
        Once the script is in the shop’s pages, every visit shows here within seconds.
      </EmptyState>
    </Card>
  )
}

function Filled({ live }: { readonly live: LiveModel }) {
  return (
    <>
      <Card aria-labelledby="hour-heading" className="p-4 sm:p-5">
        <h2 className="sr-only" id="hour-heading">
          The last hour
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
          {live.names.map(({ name, text }) => (
            <li key={name}>
              {name} <span className="tabular text-faint">{text}</span>
            </li>
          ))}
        </ul>
      </Card>
      {live.visits && <Visits visits={live.visits} />}
      <Card aria-labelledby="events-heading">
        <CardHeader id="events-heading" note="The last 50, in the shop’s time" title="Newest events" />
        <EventTable events={live.events} />
      </Card>
    </>
  )
}

function Visits({ visits: { note, shares, reasons } }: { readonly visits: VisitsModel }) {
  return (
    <Card aria-labelledby="visits-heading">
      <CardHeader id="visits-heading" note={note} title="Machines among visits" />
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
          <ul aria-label="Signals, and visits that show them" className="grid content-start gap-y-1 text-[13px]">
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
  return (
    <DataTable
      caption="Events, the newest first"
      columns={[
        { key: 'time', label: 'Time', isText: true },
        { key: 'page', label: 'Page', isText: true, isLong: true },
        { key: 'from', label: 'Came from', isText: true },
        { key: 'visitor', label: 'Visitor', isText: true, hint: 'The beginning of the visitor’s id' },
        { key: 'consent', label: 'Consent', isText: true },
        { key: 'value', label: 'Value' },
      ]}
      labelHeader={{ label: 'Event' }}
      rows={events.map((event) => ({
        key: event.id,
        label: <EventName event={event} />,
        cells: [
          <span className="tabular" key="time">
            {event.time}
          </span>,
          <span className="block max-w-80 truncate" key="page" title={`${event.page} ${event.tags}`}>
            {event.page}
            {event.tags !== '' && <span className="block truncate text-faint">{event.tags}</span>}
          </span>,
          event.from,
          <code key="visitor">{event.visitor}</code>,
          event.consent,
          event.value,
        ],
      }))}
    />
  )
}

function EventName({ event: { name, tells, bot } }: { readonly event: EventModel }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {name}
      {tells.map((text) => (
        <Badge key={text}>{text}</Badge>
      ))}
      {bot && (
        <span title={bot.why}>
          <Badge tone={bot.isCertain ? 'bad' : 'warn'}>{bot.isCertain ? 'machine' : 'suspect'}</Badge>
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
