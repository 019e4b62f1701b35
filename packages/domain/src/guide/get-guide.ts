import { AppError } from '@tillsight/core'
import { type ConnectionRow, listConnections } from '@tillsight/database'
import type { AppField, ConnectGuide, Connector, GuideAddress, GuideWay } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import {
  appOf,
  type Connection,
  type ConnectionContext,
  type ConnectionServices,
  canRedirect,
  connectorOf,
  openConnection,
} from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'

/** A platform with its guide, and the shop's connection to it. */
export interface Guided {
  readonly connector: Connector
  readonly guide: ConnectGuide
  readonly connection: Connection | undefined
}

/** Throws `not_found` for a platform without a guide. */
export async function openGuide({ services, queries, shop }: ConnectionContext, id: string): Promise<Guided> {
  const connector = connectorOf(services, id)
  const { guide } = connector
  if (!guide) throw new AppError('not_found', `There is no guide for ${connector.label} yet. Connect it with its form.`)
  const row = (await listConnections(queries, shop.id)).find((one: ConnectionRow) => one.connector === connector.id)
  return { connector, guide, connection: row && openConnection(row, services) }
}

/** The requested way, else the one the connection was made by, else the one this installation is ready for. */
export function wayOf(
  { connector, guide, connection }: Guided,
  asked: string | undefined,
  services: ConnectionServices,
): GuideWay {
  const byId = (id: string | undefined) => guide.ways.find((way) => way.id === id)
  const isReady = (way: GuideWay) =>
    (!way.needsAddress || services.addresses !== null) && (!way.needsApp || canRedirect(services, connector))
  const chosen =
    byId(asked) ??
    byId(connection && guide.wayOf(connection.settings)) ??
    guide.ways.find((way) => way.needsAddress && isReady(way)) ??
    guide.ways.find(isReady) ??
    guide.ways[0]
  if (!chosen) throw new AppError('internal', `${connector.id} has a guide without a way`)
  return chosen
}

const Address = z.object({
  label: z.string(),
  note: z.string(),
  /** Null if there is nothing to enter, or while this installation has no public address. */
  url: z.string().nullable(),
})

const Variable = z.object({
  name: z.string(),
  help: z.string(),
  /** Whether it is set; its value is never returned. */
  isSet: z.boolean(),
  required: z.boolean(),
})

const Step = z.object({
  text: z.string(),
  by: z.enum(['merchant', 'installer']),
  /** What to draw beside it; see `GuidePicture`. */
  picture: z.object({
    at: z.string(),
    fields: z.array(z.string()),
    ticks: z.array(z.string()),
    press: z.string().nullable(),
  }),
})

const Way = z.object({
  id: z.string(),
  title: z.string(),
  suits: z.string(),
  steps: z.array(Step),
  addresses: z.array(Address),
  /** Environment variables that the operator sets. */
  variables: z.array(Variable),
})

/** How to connect a platform to this installation, given its environment variables. */
export const GuideView = z.object({
  connector: z.string(),
  label: z.string(),
  ways: z.array(Way),
  /** Id of the way that is shown first. */
  way: z.string(),
  permissions: z.object({
    text: z.string(),
    paste: z.object({ label: z.string(), text: z.string() }).optional(),
    list: z.array(z.object({ name: z.string(), brings: z.string(), without: z.string() })),
  }),
  /** Name of the connected account, if any. */
  connected: z.string().nullable(),
  /** The value to enter for a check while nothing is connected. */
  field: z.object({ key: z.string(), label: z.string(), help: z.string() }).nullable(),
})
export type GuideView = z.infer<typeof GuideView>

/** A platform's guide with this installation's own addresses filled in. */
export const getGuide = defineVerb({
  name: 'connection.guide',
  needs: 'connections:write',
  access: 'read',
  input: z.object({ connector: z.string(), way: z.string().max(40).optional() }),
  output: GuideView,
  async run(ctx: ConnectionContext, { connector: id, way }): Promise<GuideView> {
    const guided = await openGuide(ctx, id)
    const { connector, guide, connection } = guided
    const { paste, ...permissions } = guide.permissions
    const field = connector.connect.fields.find(({ type }) => type === 'url')
    return {
      connector: connector.id,
      label: connector.label,
      ways: guide.ways.map((one) => ({
        id: one.id,
        title: one.title,
        suits: one.suits,
        steps: one.steps.map(({ text, by, picture: { at, fields = [], ticks = [], press = null } }) => ({
          text,
          by,
          picture: { at, fields: [...fields], ticks: [...ticks], press },
        })),
        addresses: one.addresses.map((address) => ({
          label: address.label,
          note: address.note,
          url: urlOf(ctx, guided, address),
        })),
        variables: [...(one.needsAddress ? [publicUrl(ctx)] : []), ...(one.needsApp ? variablesOf(ctx, guided) : [])],
      })),
      way: wayOf(guided, way, ctx.services).id,
      permissions: {
        text: permissions.text,
        list: permissions.list.map(({ name, brings, without }) => ({ name, brings, without })),
        ...(paste ? { paste } : {}),
      },
      connected: connection ? (connection.account?.name ?? connector.label) : null,
      field: connection || !field ? null : { key: field.key, label: field.label, help: field.help },
    }
  },
})

function urlOf(
  { services: { addresses } }: ConnectionContext,
  { connector, connection }: Guided,
  { kind }: GuideAddress,
): string | null {
  if (!addresses) return null
  switch (kind) {
    case 'app':
      return addresses.app(connector.id)
    case 'return':
      return addresses.connectReturn(connector.id)
    case 'callback':
      return addresses.callback(connector.id)
    case 'privacy':
      return addresses.privacy(connector.id)
    case 'webhook':
      return connection ? addresses.webhook(connector.id, connection.id) : null
  }
}

function publicUrl({ services }: ConnectionContext): z.infer<typeof Variable> {
  const help = 'Where browsers and platforms reach this installation, such as https://stats.example.com'
  return { name: 'PUBLIC_URL', help, isSet: services.addresses !== null, required: true }
}

function variablesOf({ services }: ConnectionContext, { connector }: Guided): z.infer<typeof Variable>[] {
  const app = appOf(services, connector)
  const variable = ({ key, variable: name, help, required }: AppField) => ({ name, help, isSet: !!app[key], required })
  // Simulator settings are hidden unless somebody has set them.
  const shown = (connector.connect.app ?? []).filter(({ simulated, key }) => !simulated || app[key])
  return shown.map(variable)
}
