import type { ConnectionDetails } from '@tillsight/domain'
import type { ConnectionView, StreamView, UpdatesView } from '../../blocks/connections/connections.ts'
import type { AdAccountModel, CardModel, Fact, GapModel } from '../../blocks/connections/model.ts'
import { printConnection } from '../../blocks/connections/print-connection.server.ts'
import { ageText, dayText, instantText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** Details of a connection that are only loaded for its own page. */
export interface CardDetails extends ConnectionDetails {
  /** Open issues of the connection. */
  readonly notes: readonly { readonly severity: 'info' | 'warning' | 'serious'; readonly message: string }[]
}

/** Inputs to a card, besides the connection. */
export interface CardPrinting {
  readonly zone: string
  readonly language: Language
  /** The present instant. */
  readonly now: string
  readonly details: CardDetails | undefined
}

/** Prints a connection's status; available actions are added elsewhere. */
export function printCard(connection: ConnectionView, printing: CardPrinting): Omit<CardModel, 'again' | 'question'> {
  const { zone, language, details } = printing
  const { needsReconnect, message, since, pausedAt, gaps, missing, status } = connection
  const at = status === 'paused' ? pausedAt : since
  const printed = printConnection(connection, printing)
  const named = {
    ...printed,
    streams: printed.streams.map((stream) => ({ ...stream, label: streamName(stream, language) })),
  }
  return {
    ...named,
    kind: connection.kind,
    accounts: connection.adAccounts.map((account) => printAccount(account, printing)),
    needsReconnect,
    message: status === 'paused' ? null : message,
    since: at && instantText(at, zone, language),
    glance: glanceAt(connection, printing),
    gaps: [...gaps.map(printGap), ...updatesGap(connection, language)],
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
  const say = pageWords.say(printing.language)
  const next = (value: WordKey) => ({ name: say('fact.nextSync'), value: say(value) })
  const { lastSyncAt, nextSyncAt, streams, status, updates } = connection
  const [first] = streams
  return [
    ago('fact.lastSync', lastSyncAt, printing) ?? { name: say('fact.lastSync'), value: say('fact.notYet') },
    status === 'paused'
      ? next('fact.afterResume')
      : connection.isReading
        ? next('fact.now')
        : (ahead('fact.nextSync', nextSyncAt, printing) ?? next('fact.unplanned')),
    ...(first ? [completeThrough(first, printing)] : []),
    connection.kind === 'ads'
      ? {
          name: say('fact.accounts'),
          value: count(connection.adAccounts.filter(({ chosen }) => chosen).length, printing.language),
        }
      : {
          name: say('detail.updates'),
          value: status === 'paused' ? say('fact.kept') : updatesWord(updates, printing),
        },
  ]
}

function completeThrough(stream: StreamView, { zone, language }: CardPrinting): Fact {
  const say = pageWords.say(language)
  const { completeThrough: at } = stream
  const name = say('fact.through', { name: streamName(stream, language) })
  return { name, value: at ? instantText(at, zone, language) : say('fact.unknown') }
}

function updatesWord({ state }: UpdatesView, { details, now, language }: CardPrinting): string {
  const say = pageWords.say(language)
  const lastAt = details?.deliveries.lastAt
  if (state === 'pending') return say('fact.settingUp')
  if (state === 'mending') return say('fact.settingUpAgain')
  if (state !== 'working') return say('fact.off')
  return lastAt ? say('fact.onLast', { age: ageText(lastAt, now, language) }) : say('fact.on')
}

function printUpdates(connection: ConnectionView, printing: CardPrinting): CardModel['updates'] {
  const { zone, language } = printing
  const say = pageWords.say(language)
  const { state, ensuredAt, active, reactivatedAt } = connection.updates
  const text = say(`updates.${state}`)
  if (state !== 'working') return { text, facts: [] }
  const last = reactivatedAt.at(-1)
  return {
    text,
    facts: compact([
      ago('updates.last', printing.details?.deliveries.lastAt ?? null, printing) ?? {
        name: say('updates.last'),
        value: say('updates.noneLately'),
      },
      { name: say('updates.lately'), value: count(printing.details?.deliveries.lately ?? 0, language) },
      printing.details && printing.details.deliveries.waiting > 0
        ? { name: say('updates.waiting'), value: count(printing.details.deliveries.waiting, language) }
        : null,
      { name: say('updates.topics'), value: count(active, language) },
      ago('updates.checked', ensuredAt, printing),
      last === undefined
        ? null
        : {
            name: say('updates.reactivated'),
            value: say('updates.times', { count: reactivatedAt.length, time: instantText(last, zone, language) }),
          },
    ]),
  }
}

function marksOf(stream: StreamView, printing: CardPrinting): Fact[] {
  const { state, completeSince, completeThrough: through, mayChangeFrom, oldestAvailable } = stream
  const { zone, language } = printing
  const say = pageWords.say(language)
  const day = (at: string) => dayText(at.slice(0, 10), language)
  const since = completeSince ? day(completeSince) : say(state === 'complete' ? 'fact.beginning' : 'fact.unknown')
  return compact([
    { name: say('fact.since'), value: since },
    { name: say('fact.completeThrough'), value: through ? instantText(through, zone, language) : say('fact.unknown') },
    mayChangeFrom ? { name: say('fact.mayChange'), value: day(mayChangeFrom) } : null,
    oldestAvailable ? { name: say('fact.oldest'), value: day(oldestAvailable) } : null,
    ago('fact.lastSync', stream.lastSuccessAt, printing),
    ahead('fact.nextSync', stream.nextLookAt, printing),
  ])
}

function factsOf(connection: ConnectionView, { zone, language }: CardPrinting): Fact[] {
  const say = pageWords.say(language)
  const { values, access, apiVersion, connectedAt } = connection
  return compact([
    values.url ? { name: say('fact.address'), value: values.url } : null,
    ...accountFacts(connection, language),
    { name: say('fact.apiVersion'), value: apiVersion },
    { name: say('fact.access'), value: say(access === 'read' ? 'fact.readOnly' : 'fact.readAndWebhooks') },
    { name: say('fact.connectedAt'), value: instantText(connectedAt, zone, language) },
  ])
}

function accountFacts(
  { kind, store, apiVersion, connectorLabel }: ConnectionView,
  language: Language,
): (Fact | null)[] {
  const say = pageWords.say(language)
  if (!store) return []
  if (kind === 'ads') return [{ name: say('fact.signedIn'), value: store.name }]
  return [
    { name: say('fact.currency'), value: store.currency },
    { name: say('fact.zone'), value: store.zone },
    store.country ? { name: say('fact.country'), value: store.country } : null,
    store.version && store.version !== apiVersion
      ? { name: say('fact.version', { label: connectorLabel }), value: store.version }
      : null,
  ]
}

/** Details that distinguish accounts of the same name, and an account's problem. */
function printAccount(account: ConnectionView['adAccounts'][number], { zone, language }: CardPrinting): AdAccountModel {
  const { id, name, currency, statusText, readable, note, chosen, problem, conversionsAre } = account
  const goals = conversionsAre === 'goals' ? pageWords.say(language)('account.goals') : null
  return {
    id,
    name: name === '' ? id : name,
    basics: [id, currency, account.zone].join(' · '),
    state: account.status === 'active' ? null : statusText,
    canChoose: readable || chosen,
    chosen,
    note: note ?? goals,
    problem: problem && { message: problem.message, since: instantText(problem.since, zone, language) },
  }
}

function printGap({ what, cost, where, who }: ConnectionView['gaps'][number]): GapModel {
  return { what: sentence(what, ''), cost: sentence(cost), where: sentence(where), who: sentence(who), isOwn: false }
}

/** What a read-only key costs; other webhook problems are not about permissions. */
function updatesGap({ updates, connectorLabel }: ConnectionView, language: Language): GapModel[] {
  const say = pageWords.say(language)
  if (updates.state !== 'not_allowed') return []
  return [
    {
      what: say('detail.updates'),
      cost: say('gap.updatesCost'),
      where: say('gap.updatesWhere'),
      who: say('gap.updatesWho', { label: connectorLabel }),
      isOwn: true,
    },
  ]
}

/** The connector's name of a stream is English. */
function streamName({ id, label }: { readonly id: string; readonly label: string }, language: Language): string {
  const key = streams.find((known) => known === `stream.${id}`)
  return key ? pageWords.say(language)(key) : label
}

const streams = [
  'stream.orders',
  'stream.refunds',
  'stream.products',
  'stream.customers',
  'stream.ad_days',
] as const satisfies readonly WordKey[]

function sentence(text: string, end = '.'): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : end}`
}

function ago(name: WordKey, at: string | null, { zone, now, language }: CardPrinting): Fact | null {
  if (at === null) return null
  const title = instantText(at, zone, language)
  return { name: pageWords.say(language)(name), value: ageText(at, now, language), title }
}

/** `in 4 min`, `in 3 h`; for a sync that is due, that it is about to happen. */
function ahead(name: WordKey, at: string | null, { zone, now, language }: CardPrinting): Fact | null {
  if (at === null) return null
  const minutes = Math.ceil((Date.parse(at) - Date.parse(now)) / 60_000)
  const say = pageWords.say(language)
  const value =
    minutes <= 0
      ? say('time.soon')
      : minutes < 90
        ? say('time.minutes', { count: minutes })
        : say('time.hours', { count: Math.round(minutes / 60) })
  return { name: say(name), value, title: instantText(at, zone, language) }
}

function count(amount: number, language: Language): string {
  return new Intl.NumberFormat(language).format(amount)
}

function compact(facts: readonly (Fact | null)[]): Fact[] {
  return facts.flatMap((fact) => fact ?? [])
}
