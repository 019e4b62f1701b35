import type { ConnectionDetails } from '@tillsight/domain'
import type { ConnectionView, StreamView, UpdatesView } from '../../blocks/connections/connections.ts'
import type { AdAccountModel, CardModel, Fact, GapModel } from '../../blocks/connections/model.ts'
import { printConnection } from '../../blocks/connections/print-connection.server.ts'
import { ageText, dayText, instantText } from '../../format/index.ts'

/** Details of a connection that are only loaded for its own page. */
export interface CardDetails extends ConnectionDetails {
  /** Open issues of the connection. */
  readonly notes: readonly { readonly severity: 'info' | 'warning' | 'serious'; readonly message: string }[]
}

/** Inputs to a card, besides the connection. */
export interface CardPrinting {
  readonly zone: string
  /** The present instant. */
  readonly now: string
  readonly details: CardDetails | undefined
}

/** Prints a connection's status; available actions are added elsewhere. */
export function printCard(connection: ConnectionView, printing: CardPrinting): Omit<CardModel, 'again' | 'question'> {
  const { zone, details } = printing
  const { needsReconnect, message, since, pausedAt, gaps, missing, status } = connection
  const at = status === 'paused' ? pausedAt : since
  return {
    ...printConnection(connection, printing),
    kind: connection.kind,
    accounts: connection.adAccounts.map((account) => printAccount(account, printing)),
    needsReconnect,
    message: status === 'paused' ? null : message,
    since: at && instantText(at, zone),
    glance: glanceAt(connection, printing),
    gaps: [...gaps.map(printGap), ...updatesGap(connection)],
    notes: [
      ...missing.map((sentence) => ({ severity: 'info' as const, message: sentence })),
      // Issues that repeat a missing permission are left out.
      ...(details?.notes ?? []).filter((note) => !gaps.some(({ what }) => note.message.includes(what))),
    ],
    marks: Object.fromEntries(connection.streams.map((stream) => [stream.id, marksOf(stream, printing)])),
    updates: printUpdates(connection, printing),
    facts: factsOf(connection, printing),
  }
}

function glanceAt(connection: ConnectionView, printing: CardPrinting): Fact[] {
  const { lastSyncAt, nextSyncAt, streams, status, updates } = connection
  const [first] = streams
  return [
    ago('Last success', lastSyncAt, printing) ?? { name: 'Last success', value: 'Not yet' },
    status === 'paused'
      ? { name: 'Next look', value: 'After resuming' }
      : connection.isReading
        ? { name: 'Next look', value: 'Right now' }
        : (ahead('Next look', nextSyncAt, printing) ?? { name: 'Next look', value: 'Not planned' }),
    ...(first ? [completeThrough(first, printing)] : []),
    connection.kind === 'ads'
      ? { name: 'Accounts read', value: count(connection.adAccounts.filter(({ chosen }) => chosen).length) }
      : {
          name: 'Instant updates',
          value: status === 'paused' ? 'Kept until resuming' : updatesWord(updates, printing),
        },
  ]
}

function completeThrough({ label, completeThrough: at }: StreamView, { zone }: CardPrinting): Fact {
  return { name: `${label} complete through`, value: at ? instantText(at, zone) : 'Not known yet' }
}

function updatesWord({ state }: UpdatesView, { details, now }: CardPrinting): string {
  const lastAt = details?.deliveries.lastAt
  if (state === 'pending') return 'Being set up'
  if (state === 'mending') return 'Being set up again'
  if (state !== 'working') return 'Off'
  return lastAt ? `On, last ${ageText(lastAt, now)}` : 'On'
}

const updatesTexts = {
  working: 'The store announces every change, and it is in the figures within seconds.',
  pending: 'They are being set up. Until then changes are looked for every few minutes.',
  mending:
    'Somebody changed their secret in the store, so what it announces is refused. They are being set up again; changes are looked for every few minutes meanwhile.',
  refused: 'The store did not let them be set up. Changes are looked for every few minutes instead.',
  no_address:
    'Off, because the store cannot reach this installation: it has no public address. Whoever runs it sets PUBLIC_URL. Changes are looked for every few minutes.',
  not_allowed: 'Off, because the key may only read. Changes are looked for every few minutes.',
  unsupported: 'This platform announces nothing by itself. Changes are looked for regularly.',
} as const satisfies Record<UpdatesView['state'], string>

function printUpdates(connection: ConnectionView, printing: CardPrinting): CardModel['updates'] {
  const { state, ensuredAt, active, reactivatedAt } = connection.updates
  if (state !== 'working') return { text: updatesTexts[state], facts: [] }
  const last = reactivatedAt.at(-1)
  return {
    text: updatesTexts.working,
    facts: compact([
      ago('Last announcement', printing.details?.deliveries.lastAt ?? null, printing) ?? {
        name: 'Last announcement',
        value: 'None in the last month',
      },
      { name: 'In the last 24 hours', value: count(printing.details?.deliveries.lately ?? 0) },
      printing.details && printing.details.deliveries.waiting > 0
        ? { name: 'Still to be worked on', value: count(printing.details.deliveries.waiting) }
        : null,
      { name: 'Topics subscribed to', value: count(active) },
      ago('Found in order', ensuredAt, printing),
      last === undefined
        ? null
        : {
            name: 'Switched off by the store and on again',
            value: `${reactivatedAt.length === 1 ? 'Once' : `${reactivatedAt.length} times`} within a week, last ${instantText(last, printing.zone)}`,
          },
    ]),
  }
}

function marksOf(stream: StreamView, printing: CardPrinting): Fact[] {
  const { state, completeSince, completeThrough: through, mayChangeFrom, oldestAvailable } = stream
  const { zone } = printing
  return compact([
    { name: 'Complete since', value: sinceText(completeSince, state === 'complete') },
    { name: 'Complete through', value: through ? instantText(through, zone) : 'Not known yet' },
    mayChangeFrom ? { name: 'May still change from', value: dayText(mayChangeFrom.slice(0, 10)) } : null,
    oldestAvailable
      ? { name: 'The platform shows nothing before', value: dayText(oldestAvailable.slice(0, 10)) }
      : null,
    ago('Last read', stream.lastSuccessAt, printing),
    ahead('Next look', stream.nextLookAt, printing),
  ])
}

function sinceText(since: string | null, isComplete: boolean): string {
  return since ? dayText(since.slice(0, 10)) : isComplete ? 'The beginning' : 'Not known yet'
}

function factsOf(connection: ConnectionView, { zone }: CardPrinting): Fact[] {
  const { values, access, apiVersion, connectedAt } = connection
  return compact([
    values.url ? { name: 'Address', value: values.url } : null,
    ...accountFacts(connection),
    { name: 'Version of its interface', value: apiVersion },
    { name: 'Access', value: access === 'read' ? 'Read only' : 'Read, and announcements' },
    { name: 'Connected', value: instantText(connectedAt, zone) },
  ])
}

function accountFacts({ kind, store, apiVersion, connectorLabel }: ConnectionView): (Fact | null)[] {
  if (!store) return []
  if (kind === 'ads') return [{ name: 'Signed in as', value: store.name }]
  return [
    { name: 'Currency of the store', value: store.currency },
    { name: 'Time zone of the store', value: store.zone },
    store.country ? { name: 'Country of the store', value: store.country } : null,
    store.version && store.version !== apiVersion
      ? { name: `Version of ${connectorLabel}`, value: store.version }
      : null,
  ]
}

/** Details that distinguish accounts of the same name, and an account's problem. */
function printAccount(account: ConnectionView['adAccounts'][number], { zone }: CardPrinting): AdAccountModel {
  const { id, name, currency, statusText, readable, note, chosen, problem, conversionsAre } = account
  const goals =
    conversionsAre === 'goals'
      ? 'It reports no purchases, so conversions are whatever its goals count. Once it does, the last 35 days are read again with purchases; “Import again” reads all days.'
      : null
  return {
    id,
    name: name === '' ? id : name,
    basics: [id, currency, account.zone].join(' · '),
    state: account.status === 'active' ? null : statusText,
    canChoose: readable || chosen,
    chosen,
    note: note ?? goals,
    problem: problem && { message: problem.message, since: instantText(problem.since, zone) },
  }
}

function printGap({ what, cost, where, who }: ConnectionView['gaps'][number]): GapModel {
  return { what: sentence(what, ''), cost: sentence(cost), where: sentence(where), who: sentence(who) }
}

/** What a read-only key costs; other webhook problems are not about permissions. */
function updatesGap({ updates, connectorLabel }: ConnectionView): GapModel[] {
  if (updates.state !== 'not_allowed') return []
  return [
    {
      what: 'Instant updates',
      cost: 'New orders are in the figures after minutes instead of seconds.',
      where:
        'Reconnect below and let Tillsight set up webhooks. A key that you type in has to be one that may read and write.',
      who: `Whoever may change connections here, with an administrator of the ${connectorLabel} store.`,
    },
  ]
}

function sentence(text: string, end = '.'): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : end}`
}

function ago(name: string, at: string | null, { zone, now }: CardPrinting): Fact | null {
  return at === null ? null : { name, value: ageText(at, now), title: instantText(at, zone) }
}

/** `in 4 min`, `in 3 h`; for a sync that is due, that it is about to happen. */
function ahead(name: string, at: string | null, { zone, now }: CardPrinting): Fact | null {
  if (at === null) return null
  const minutes = Math.ceil((Date.parse(at) - Date.parse(now)) / 60_000)
  const value = minutes <= 0 ? 'Any moment' : minutes < 90 ? `In ${minutes} min` : `In ${Math.round(minutes / 60)} h`
  return { name, value, title: instantText(at, zone) }
}

function count(amount: number): string {
  return amount.toLocaleString('en-US')
}

function compact(facts: readonly (Fact | null)[]): Fact[] {
  return facts.flatMap((fact) => fact ?? [])
}
