import type { ConnectorView, HealthIssue, ShopVerbs, VerbOutput } from '@tillsight/domain'
import { type ConnectionView, readConnections } from '../../blocks/connections/connections.ts'
import type { CardModel, QueryModel } from '../../blocks/connections/model.ts'
import { ageText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import { type CardDetails, printCard } from './print-card.server.ts'
import { pageWords } from './words.server.ts'

/** The shop's connections, the pending confirmation, and the connectors that can be added. */
export async function loadIntegrations(services: ShopServices, now: string, search: URLSearchParams) {
  const [connections, connectors] = await Promise.all([readConnections(services), services.run('connector.list')])
  const mayChange = services.may.changeConnections
  const wish = mayChange ? readOptions(connections, search) : null
  const chosen = mayChange ? chooseConnector(connectors, search) : null
  const [details, attempt] = await Promise.all([
    loadDetails(services, countedIn(wish)),
    mayChange ? services.run('connection.attempt') : null,
  ])
  const labelOf = (id: string | null) => connectors.find((connector) => connector.id === id)?.label ?? null
  const isConnected = (id: string) => connections.some(({ connector }) => connector === id)
  // A shop is one store: that of its own platform.
  const fits = ({ id, kind }: ConnectorView) => kind !== 'store' || id === services.shop.platform
  const { zone, display } = services.shop
  const printing = { zone, language: display.language, now, connectors, mayChange, details, options: wish, chosen }
  return {
    cards: connections.map((connection) => toCard(connection, printing)),
    connectors: mayChange ? connectors.filter((connector) => fits(connector) && !isConnected(connector.id)) : [],
    chosen: chosen && { connector: chosen.connector.id, values: chosen.values },
    misfit: chosen && !fits(chosen.connector) ? chosen.connector.label : null,
    mayChange,
    // After returning from the flow, its outcome is known.
    attempt:
      attempt && !search.has('failed') && !isConnected(attempt.connector) ? printAttempt(attempt, printing) : null,
    returned: {
      connected: labelOf(search.get('connected')),
      isChoosing: connections.some(
        ({ connector, awaitsChoice }) => awaitsChoice && connector === search.get('connected'),
      ),
      failed: labelOf(search.get('failed')),
      why: search.get('why'),
    },
  }
}

async function loadDetails({ run }: ShopServices, counting: readonly string[]): Promise<readonly CardDetails[]> {
  const [details, issues] = await Promise.all([run('connection.details', { counting }), run('health.list')])
  return details.map((detail) => ({ ...detail, notes: notesOf(issues, detail.connection) }))
}

const severities = { error: 'serious', warning: 'warning', note: 'info' } as const

/** Kinds of issues that a connection's status shows already. */
const ownStatus: readonly string[] = ['connection', 'ad_account', 'incomplete_history', 'stale_sync']

function notesOf(issues: readonly HealthIssue[], connection: string): CardDetails['notes'] {
  return issues
    .filter(({ kind, key }) => key.includes(connection) && !ownStatus.includes(kind))
    .map(({ severity, title, advice }) => ({ severity: severities[severity], message: `${title}. ${advice}` }))
}

function printAttempt(
  { connector, begunAt, keysWait }: NonNullable<VerbOutput<ShopVerbs['connection.attempt']>>,
  { connectors, now, language }: Pick<CardContext, 'connectors' | 'now' | 'language'>,
) {
  const label = connectors.find(({ id }) => id === connector)?.label ?? connector
  return { label, since: ageText(begunAt, now, language), keysWait }
}

interface CardContext {
  readonly zone: string
  readonly language: Language
  readonly now: string
  readonly connectors: readonly ConnectorView[]
  readonly mayChange: boolean
  readonly details: readonly CardDetails[]
  readonly options: Options | null
  readonly chosen: ChosenForm | null
}

function toCard(connection: ConnectionView, around: CardContext): CardModel {
  const { zone, now, language, mayChange, options: wish, chosen } = around
  const details = around.details.find((detail) => detail.connection === connection.id)
  const connector = around.connectors.find(({ id }) => id === connection.connector)
  const isChosen = chosen?.connector.id === connection.connector
  return {
    ...printCard(connection, { zone, now, language, details }),
    again:
      mayChange && connector
        ? { connector, values: { ...connection.values, ...(isChosen ? chosen.values : {}) } }
        : null,
    question:
      wish?.connection === connection.id
        ? toQuery(wish.ask, details, language)
        : openQuery(connection, { mayChange, isChosen }),
  }
}

interface ChosenForm {
  readonly connector: ConnectorView
  readonly values: Readonly<Record<string, string>>
}

interface Options {
  readonly ask: QueryModel['kind']
  readonly connection: string
}

/** Counting takes a moment, so it is done only for a confirmation that shows the count. */
function countedIn(options: Options | null): readonly string[] {
  return options === null || options.ask === 'reconnect' || options.ask === 'accounts' ? [] : [options.connection]
}

/** Reads `?ask=disconnect&connection=ID`; null for anything else. */
function readOptions(connections: readonly ConnectionView[], search: URLSearchParams): Options | null {
  const ask = search.get('ask')
  const connection = connections.find(({ id }) => id === search.get('connection'))?.id
  if (connection === undefined) return null
  return ask === 'reconnect' || ask === 'accounts' || ask === 'reimport' || ask === 'disconnect'
    ? { ask, connection }
    : null
}

/** Reads `?connect=shopify&url=…`: a form with values to prefill; secrets and unknown fields are dropped. */
function chooseConnector(connectors: readonly ConnectorView[], search: URLSearchParams): ChosenForm | null {
  const connector = connectors.find(({ id }) => id === search.get('connect'))
  if (!connector) return null
  const open = connector.fields.filter(({ secret, key }) => !secret && search.has(key))
  return { connector, values: Object.fromEntries(open.map(({ key }) => [key, (search.get(key) ?? '').slice(0, 200)])) }
}

/** A connection that only a new approval can fix offers the form by itself. */
function openQuery(
  { needsReconnect, awaitsChoice }: ConnectionView,
  { mayChange, isChosen }: { mayChange: boolean; isChosen: boolean },
): QueryModel | null {
  if (!mayChange) return null
  if (awaitsChoice && !isChosen) return { kind: 'accounts' }
  return needsReconnect || isChosen ? { kind: 'reconnect' } : null
}

function toQuery(ask: Options['ask'], details: CardDetails | undefined, language: Language): QueryModel {
  if (ask === 'reconnect' || ask === 'accounts') return { kind: ask }
  const adDays = details?.adDays ?? null
  const counted = adDays ?? details?.orders ?? 0
  const facts = pageWords.say(language)(adDays === null ? 'facts.orders' : 'facts.days', { count: counted })
  return ask === 'reimport' ? { kind: ask, facts } : { kind: ask, facts, hasFacts: counted > 0 }
}
