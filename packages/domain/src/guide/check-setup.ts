import {
  attempt,
  type Connector,
  type SetupFinding as Finding,
  type GuideWay,
  unknown,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'
import {
  appOf,
  type ConnectionContext,
  ConnectValues,
  callPlatform,
  storedAccount,
  unstoredAccount,
} from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { addressFindings, appFindings, lastDelivery, webhookFindings } from './findings.ts'
import { type Guided, openGuide, wayOf } from './get-guide.ts'

/** One thing that was looked at. */
export const SetupFinding = z.object({
  id: z.string(),
  state: z.enum(['ok', 'wrong', 'unknown']),
  title: z.string(),
  text: z.string(),
})
export type SetupFinding = z.infer<typeof SetupFinding>

/**
 * Says what is still wrong with connecting a platform: with this installation's address, with the operator's app, over
 * there, and with what is connected. In the order in which it is to be mended; nothing is changed.
 */
export const checkSetup = defineVerb({
  name: 'connection.check_setup',
  needs: 'connections:write',
  access: 'work',
  input: z.object({
    connector: z.string(),
    way: z.string().max(40).optional(),
    /** What is known of the account while nothing is connected; secrets are not looked at. */
    values: ConnectValues.default({}),
  }),
  output: z.object({ way: z.string(), findings: z.array(SetupFinding) }),
  async run(ctx: ConnectionContext, { connector: id, way: asked, values }) {
    const { services, queries } = ctx
    const guided = await openGuide(ctx, id)
    const way = wayOf(guided, asked, services)
    const delivered = guided.connection && (await lastDelivery(queries, guided.connection.id))
    const findings = [
      ...(await addressFindings(ctx, { connector: guided.connector, way, delivered })),
      ...appFindings(guided.connector, way, appOf(services, guided.connector)),
      ...(await platformFindings(ctx, { ...guided, way, delivered, typed: openValues(guided.connector, values) })),
      ...(await webhookFindings(ctx, guided, delivered)),
    ]
    return { way: way.id, findings: findings.map((finding) => ({ ...finding })) }
  },
})

/** A store that announced something within a week reaches us. */
const heardWithinMs = 7 * 24 * 3_600_000

interface Asked extends Guided {
  readonly way: GuideWay
  readonly delivered: Date | null | undefined
  readonly typed: Readonly<Record<string, string>>
}

async function platformFindings(
  { db, services, clock }: ConnectionContext,
  { connector, guide, connection, way, delivered, typed }: Asked,
): Promise<readonly Finding[]> {
  const account = connection ? storedAccount(connection, { db, services }) : unstoredAccount(connector, typed)
  const wish = {
    way: way.id,
    wantsWriting: connection?.access === 'read_write',
    isHeard: delivered != null && clock.now().getTime() - delivered.getTime() < heardWithinMs,
    returnUrl: services.addresses?.connectReturn(connector.id) ?? null,
  }
  const asked = await attempt(() => callPlatform(services, { account, clock }, (own) => guide.examine(own, wish)))
  if ('value' in asked) return asked.value
  return [unknown('platform', `${connector.label} could not be asked`, asked.failure.message)]
}

/** Keys are tried where they are stored, and nowhere else. */
function openValues({ connect }: Connector, typed: Readonly<Record<string, string>>): Record<string, string> {
  const open = connect.fields.filter(({ secret }) => !secret)
  return Object.fromEntries(
    open.flatMap(({ key }) => {
      const value = typed[key]?.trim()
      return value ? [[key, value]] : []
    }),
  )
}
