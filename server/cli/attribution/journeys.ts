import { type HistoryEvent, resolveJourneys } from '@tillsight/attribution'
import { z } from 'zod'
import { ConfigShape } from './credit.ts'
import { Amount, CaseId, Instant, readInput } from './input.ts'

/** Ids of other systems, some of which write numbers. */
const Key = z.union([z.string(), z.int()]).nullish().transform(toKey)

const onDevice = { ts: Instant, visitor: Key, customer: Key, email: Key, cart_token: Key, checkout_token: Key }
const isSo = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined)

const Event: z.ZodType<HistoryEvent> = z.discriminatedUnion('type', [
  z.object({
    ...onDevice,
    type: z.literal('touch'),
    touch_id: z.string(),
    kind: z.enum(['click', 'view', 'engaged_view']).optional(),
    channel: z.string().optional(),
  }),
  z.object({ ...onDevice, type: z.literal('identify') }),
  z.object({
    ...onDevice,
    type: z.literal('order'),
    order_id: z.string(),
    value_minor: Amount.optional(),
    cancelled: isSo,
    test: isSo,
  }),
])

const Histories = z.array(ConfigShape.extend({ id: CaseId, events: z.array(Event) }))

/** Whose touches every order looks back on. */
export async function resolveHistories(): Promise<unknown> {
  const histories = await readInput(Histories, 'events')
  return histories.map(({ id, events, ...config }) => ({ id, ...resolveJourneys(events, config) }))
}

function toKey(value: string | number | null | undefined): string | undefined {
  const text = value === null || value === undefined ? '' : String(value)
  return text === '' ? undefined : text
}
