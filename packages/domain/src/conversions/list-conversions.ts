import { AppError } from '@tillsight/core'
import {
  changeConversionEvents,
  countConversionEvents,
  findConversionEvents,
  leaveOutWaiting,
  listConversionEvents,
  saveConversionTarget,
} from '@tillsight/database'
import { type ConnectorFailure, isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { type ConnectionContext, callPlatform } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { noteSendingTrouble } from '../health/index.ts'
import { describeConversions, whatLacks } from './get-conversions.ts'
import { ConversionEntry, ConversionState, Conversions, resendable, toConversionEntry } from './outputs.ts'
import { loadTarget, platformAccess, TargetProblem, tellingConnector } from './setup.ts'

const mostEntries = 1_000

/** The delivery log of a platform, the latest orders first. */
export const listConversions = defineVerb({
  name: 'conversions.list',
  needs: 'orders:read',
  access: 'read',
  input: z.object({
    platform: z.string(),
    /** Empty for any state. */
    states: z.array(ConversionState).default([]),
    skip: z.number().int().min(0).max(1_000_000).default(0),
    most: z.number().int().min(1).max(mostEntries).default(25),
  }),
  output: z.object({ entries: z.array(ConversionEntry), count: z.number() }),
  async run({ queries, services, shop }: ConnectionContext, { platform, states, skip, most }) {
    tellingConnector(services, platform)
    const target = { shop: shop.id, platform }
    const rows = await listConversionEvents(queries, { ...target, states, skip, most })
    const counts = await countConversionEvents(queries, target)
    const wanted = Object.entries(counts).filter(
      ([state]) => states.length === 0 || states.some((one) => one === state),
    )
    return { entries: rows.map(toConversionEntry), count: wanted.reduce((sum, [, count]) => sum + count, 0) }
  },
})

const patienceMs = 15_000

/** Destinations for the shop's orders as the platform lists them; with a message if it lists none. */
export const listConversionDestinations = defineVerb({
  name: 'conversions.destinations',
  needs: 'tracking:write',
  access: 'work',
  input: z.object({ platform: z.string() }),
  output: z.object({
    destinations: z.array(z.object({ id: z.string(), label: z.string() })),
    /** Why nothing is listed; null where something is. */
    message: z.string().nullable(),
  }),
  async run(ctx: ConnectionContext, { platform }) {
    const telling = tellingConnector(ctx.services, platform)
    const account = await platformAccess(ctx, { ...telling, shop: ctx.shop.id, platform })
    const { label } = telling.connector
    if (!account.accounts?.length) {
      return {
        destinations: [],
        message: `Connect ${label} and choose its accounts to choose from a list, or enter it.`,
      }
    }
    try {
      const call = { account, clock: ctx.clock, patienceMs }
      const found = await callPlatform(ctx.services, call, async (asked) => telling.spec.listDestinations(asked))
      const message = found.length > 0 ? null : `${label} lists none for the chosen accounts. Enter it by hand.`
      return { destinations: found.map(({ id, label: name }) => ({ id, label: name })), message }
    } catch (error) {
      if (!isConnectorError(error)) throw error
      return { destinations: [], message: error.failure.message }
    }
  },
})

/** Every platform that orders can be sent to, with its state. */
export const listConversionTargets = defineVerb({
  name: 'conversions.targets',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.array(
    z.object({
      platform: z.string(),
      label: z.string(),
      api: z.string(),
      isSetUp: z.boolean(),
      enabled: z.boolean(),
      since: z.iso.datetime().nullable(),
      problem: TargetProblem.nullable(),
    }),
  ),
  async run({ queries, services, shop }: ConnectionContext) {
    const telling = services.connectors.filter(({ conversions }) => conversions !== undefined)
    const targets = await Promise.all(
      telling.map(({ id }) => loadTarget(queries, services, { shop: shop.id, platform: id })),
    )
    return targets.map(({ platform, connector, spec, setup, enabled, since, problem }) => ({
      platform,
      label: connector.label,
      api: spec.api,
      isSetUp: setup.destination !== '',
      enabled,
      since: since?.toISOString() ?? null,
      problem,
    }))
  },
})

const mostAtOnce = 10_000

/**
 * Queues orders to be sent again: one, or all that were refused or given up. To the platform it is the same event, so nothing
 * counts twice. Throws `conflict` while sending is disabled, `not_found` for an unknown order.
 */
export const resendConversions = defineVerb({
  name: 'conversions.resend',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({ platform: z.string(), order: z.string().optional() }),
  output: z.object({ queued: z.number() }),
  async run({ queries, services, shop, clock }: ConnectionContext, { platform, order }) {
    const target = await loadTarget(queries, services, { shop: shop.id, platform })
    const found =
      order === undefined
        ? await listConversionEvents(queries, { ...target, states: ['refused', 'given_up'], skip: 0, most: mostAtOnce })
        : await findConversionEvents(queries, target, [order])
    if (order !== undefined && found.length === 0) throw new AppError('not_found', 'This order is not in the log.')
    const fit = found.filter(({ state }) => resendable.includes(ConversionState.parse(state)))
    if (order !== undefined && fit.length === 0) {
      throw new AppError('conflict', 'This order is not to be sent; why not stands beside it.')
    }
    if (fit.length === 0) return { queued: 0 }
    if (!target.enabled) throw new AppError('conflict', 'Switch it on first: nothing is sent while it is off.')
    const again = {
      state: 'waiting',
      reason: 'Somebody asked for it to be sent again.',
      dueAt: clock.now(),
      attempts: 0,
      firstTriedAt: null,
      confirmAt: null,
    }
    await changeConversionEvents(queries, { ...target, orderIds: fit.map(({ orderId }) => orderId) }, again)
    await services.requests.tellPlatform({ shop: shop.id, platform })
    return { queued: fit.length }
  },
})

/**
 * Enables or disables sending orders to a platform. Earlier orders are never sent, and orders waiting when it is disabled are
 * not sent later. Throws `conflict` if the set-up does not allow enabling.
 */
export const switchConversions = defineVerb({
  name: 'conversions.switch',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({ platform: z.string(), enabled: z.boolean() }),
  output: Conversions,
  async run(ctx: ConnectionContext, { platform, enabled }) {
    const { queries, services, shop, clock } = ctx
    const target = await loadTarget(queries, services, { shop: shop.id, platform })
    const lacks = enabled ? await whatLacks(queries, services, target) : undefined
    if (lacks !== undefined) throw new AppError('conflict', `It was not switched on. ${lacks}`)
    if (enabled !== target.enabled) {
      await saveConversionTarget(queries, target, {
        enabled,
        problem: null,
        ...(enabled ? { since: clock.now() } : {}),
      })
      const conversions = { kind: 'conversions', id: platform, name: platform }
      const changes = changesBetween({ enabled: !enabled }, { enabled })
      await recordAudit(ctx, { action: 'conversions.switch', target: conversions, changes })
      if (!enabled) {
        const at = clock.now()
        await leaveOutWaiting(queries, target, 'It was switched off before it was sent.')
        await noteSendingTrouble(queries, { shop: shop.id, platform, trouble: undefined, at })
      }
    }
    return await describeConversions(ctx, platform)
  },
})

const minuteMs = 60_000
const longestPauseMs = 6 * 60 * minuteMs
/** Counted from the first attempt. */
const giveUpAfterMs = 72 * 60 * minuteMs

/** When an order that failed `attempts` times is sent again, or that it is given up. */
export function nextAttempt(
  { attempts, firstTriedAt }: { readonly attempts: number; readonly firstTriedAt: Date },
  failure: Pick<ConnectorFailure, 'retryAfterMs'>,
  now: Date,
): Date | 'give_up' {
  const step = Math.min(longestPauseMs, minuteMs * 2 ** Math.max(0, Math.min(attempts - 1, 20)))
  const at = now.getTime() + Math.max(step, failure.retryAfterMs ?? 0)
  const end = firstTriedAt.getTime() + giveUpAfterMs
  if (now.getTime() >= end) return 'give_up'
  // The last attempt is made when the time is up, not a pause later.
  return new Date(Math.min(at, Math.max(end, now.getTime() + minuteMs)))
}
