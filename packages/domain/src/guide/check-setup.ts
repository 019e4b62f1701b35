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

/** The result of one check. */
export const SetupFinding = z.object({
  id: z.string(),
  state: z.enum(['ok', 'wrong', 'unknown']),
  title: z.string(),
  text: z.string(),
})
export type SetupFinding = z.infer<typeof SetupFinding>

/**
 * Checks what is still wrong with connecting a platform: this installation's address, the operator's app, the settings at the
 * platform, and the connection. Findings are in the order in which to fix them; nothing is changed.
 */
export const checkSetup = defineVerb({
  name: 'connection.check_setup',
  needs: 'connections:write',
  access: 'work',
  input: z.object({
    connector: z.string(),
    way: z.string().max(40).optional(),
    /** Values known while nothing is connected; secrets among them are ignored. */
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

/** A store that sent a webhook within a week can reach us. */
const heardWithinMs = 7 * 24 * 3_600_000

interface Params extends Guided {
  readonly way: GuideWay
  readonly delivered: Date | null | undefined
  readonly typed: Readonly<Record<string, string>>
}

async function platformFindings(
  { db, services, clock }: ConnectionContext,
  { connector, guide, connection, way, delivered, typed }: Params,
): Promise<readonly Finding[]> {
  const account = connection ? storedAccount(connection, { db, services }) : unstoredAccount(connector, typed)
  const options = {
    way: way.id,
    wantsWriting: connection?.access === 'read_write',
    isHeard: delivered != null && clock.now().getTime() - delivered.getTime() < heardWithinMs,
    returnUrl: services.addresses?.connectReturn(connector.id) ?? null,
  }
  const asked = await attempt(() => callPlatform(services, { account, clock }, (own) => guide.examine(own, options)))
  if ('value' in asked) return asked.value
  return [unknown('platform', `${connector.label} could not be asked`, asked.failure.message)]
}

/** Keys are only tried where they are stored. */
function openValues({ connect }: Connector, typed: Readonly<Record<string, string>>): Record<string, string> {
  const open = connect.fields.filter(({ secret }) => !secret)
  return Object.fromEntries(
    open.flatMap(({ key }) => {
      const value = typed[key]?.trim()
      return value ? [[key, value]] : []
    }),
  )
}
