import { type ConversionReceipt, isConnectorError } from '@tillsight/connectors'
import {
  type ConversionEventChange,
  changeConversionEvents,
  listUnconfirmedConversionEvents,
} from '@tillsight/database'
import { type ConnectionContext, callPlatform } from '../connections/index.ts'
import { platformAccess } from './platform-access.ts'
import type { Target } from './setup.ts'

const most = 5_000
const askAgainMs = 60 * 60_000
/** A request of which the platform says nothing for so long is taken for what it was said to be. */
const askForMs = 72 * 60 * 60_000

/**
 * Asks the platform what became of requests that it took a while ago, where it does not say so at once. Answers how many
 * orders it was asked of.
 */
export async function confirmSent(ctx: ConnectionContext, target: Target, signal: AbortSignal): Promise<number> {
  const { spec } = target
  if (spec.confirm === undefined) return 0
  const { clock, db, services } = ctx
  const now = clock.now()
  const events = await listUnconfirmedConversionEvents(db.kysely, { ...target, now, most })
  if (events.length === 0) return 0
  const account = await platformAccess(ctx, target)
  for (const [receipt, together] of Map.groupBy(events, (event) => event.receipt)) {
    const isOld = together.every(({ sentAt }) => now.getTime() - (sentAt ?? now).getTime() > askForMs)
    const orderIds = together.map(({ orderId }) => orderId)
    try {
      const call = { account, clock, signal }
      const said = await callPlatform(services, call, async (platform) => await spec.confirm?.(platform, receipt))
      if (said === undefined) return 0
      await changeConversionEvents(db.kysely, { ...target, orderIds }, afterReceipt(said, { isOld, now }))
    } catch (error) {
      if (!isConnectorError(error)) throw error
      // Nothing is lost by not knowing it yet.
      const confirmAt = isOld ? null : new Date(now.getTime() + askAgainMs)
      await changeConversionEvents(db.kysely, { ...target, orderIds }, { confirmAt })
    }
  }
  return events.length
}

function afterReceipt(
  said: ConversionReceipt,
  { isOld, now }: { readonly isOld: boolean; readonly now: Date },
): ConversionEventChange {
  if (said.kind === 'counted') return { confirmAt: null, answer: said.answer }
  if (said.kind === 'failed') return { confirmAt: null, state: 'refused', sentAt: null, reason: said.message }
  return { confirmAt: isOld ? null : new Date(now.getTime() + askAgainMs) }
}
