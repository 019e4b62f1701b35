import { createHash } from 'node:crypto'
import { AppError } from '@tillsight/core'
import {
  addMessage,
  deletePushSubscription,
  listPushSubscriptions,
  lockAlertsOf,
  type PushSubscriptionRow,
  readPerson,
  type SealedColumn,
  type SecretsBox,
  savePushSubscription,
} from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import { keysContext, openPushKeys } from './keys.ts'
import { fitPush } from './message.ts'

/** A person's context with what devices are kept by. */
export interface PushContext extends PersonContext {
  readonly push: {
    readonly secrets: SecretsBox
    /** The address as it is called, or `invalid_input`: https, and somewhere public. */
    checkEndpoint(url: string): Promise<string>
    /** `Firefox on Windows` */
    nameDevice(agent: string): string
    /** What a test says, in the language of its reader. */
    composeTest(language: string): { readonly title: string; readonly body: string }
  }
}

/** The most browsers of a person. */
const mostDevices = 10

const point = { bytes: 65, error: 'Expected the key p256dh of a PushSubscription: 65 bytes in base64url.' }
const secret = { bytes: 16, error: 'Expected the key auth of a PushSubscription: 16 bytes in base64url.' }
const bytesOf = ({ bytes, error }: typeof point) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+=*$/, { error })
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, { error })

/** A PushSubscription as browsers print it. */
const Subscription = z.object({
  endpoint: z.string().min(1).max(1_000),
  expirationTime: z.number().nullable().optional(),
  keys: z.object({ p256dh: bytesOf(point), auth: bytesOf(secret) }),
})

/** What is sealed of it. */
export const SealedSubscription = Subscription.pick({ endpoint: true, keys: true })

/** A browser that messages are pushed to. */
export const PushDevice = z.object({
  id: z.string(),
  /** `Firefox on Windows` */
  device: z.string(),
  /** SHA-256 of its address at the push service, base64url: by it a browser knows itself. */
  fingerprint: z.string(),
  createdAt: z.iso.datetime(),
  /** The last message that the push service took. */
  pushedAt: z.iso.datetime().nullable(),
})
export type PushDevice = z.infer<typeof PushDevice>

function toDevice({ id, device, fingerprint, createdAt, pushedAt }: PushSubscriptionRow): PushDevice {
  return {
    id,
    device,
    fingerprint,
    createdAt: createdAt.toISOString(),
    pushedAt: pushedAt?.toISOString() ?? null,
  }
}

/** What a subscription is sealed for: it opens for nothing else. */
export function pushContext(fingerprint: string): string {
  return `push ${fingerprint}`
}

/** The public key that browsers subscribe with; the same for ever. */
export const getPushKey = defineVerb({
  name: 'push.key',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({ key: z.string() }),
  async run({ queries, clock, push }: PushContext) {
    return { key: (await openPushKeys({ queries, clock, secrets: push.secrets })).publicKey }
  },
})

/** The person's browsers that messages are pushed to. */
export const listPushDevices = defineVerb({
  name: 'push.list',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(PushDevice), next: z.string().nullable() }),
  async run({ queries, person }: PushContext) {
    return { items: (await listPushSubscriptions(queries, person)).map(toDevice), next: null }
  },
})

/** Adds a browser; the same one again changes nothing. Throws `limit_reached`, `invalid_input`. */
export const subscribePush = defineVerb({
  name: 'push.subscribe',
  needs: 'self',
  access: 'write',
  input: Subscription,
  output: PushDevice,
  async run({ queries, person, clock, push, origin }: PushContext, { endpoint, keys }) {
    const address = await push.checkEndpoint(endpoint)
    const fingerprint = createHash('sha256').update(endpoint).digest('base64url')
    await lockAlertsOf(queries, person)
    const others = (await listPushSubscriptions(queries, person)).filter((one) => one.fingerprint !== fingerprint)
    if (others.length >= mostDevices) {
      throw new AppError('limit_reached', `You have notifications on ${mostDevices} devices at most. Remove one first.`)
    }
    // A program may subscribe a browser with a key that it kept.
    await openPushKeys({ queries, clock, secrets: push.secrets })
    const plain = JSON.stringify({ endpoint: address, keys })
    const row = await savePushSubscription(queries, {
      personId: person,
      fingerprint,
      sealed: Buffer.from(push.secrets.seal(plain, pushContext(fingerprint))),
      device: push.nameDevice(origin?.agent ?? ''),
      createdAt: clock.now(),
    })
    return toDevice(row)
  },
})

const OneDevice = z.object({ subscription: z.uuid() })

/** Removes a browser with what waits for it. */
export const unsubscribePush = defineVerb({
  name: 'push.unsubscribe',
  needs: 'self',
  access: 'write',
  input: OneDevice,
  output: z.object({}),
  async run(ctx: PushContext, { subscription }) {
    await deletePushSubscription(ctx.queries, (await ownDevice(ctx, subscription)).id)
    return {}
  },
})

/** Queues a test message to a browser. */
export const testPush = defineVerb({
  name: 'push.test',
  needs: 'self',
  access: 'write',
  input: OneDevice,
  output: z.object({}),
  async run(ctx: PushContext, { subscription }) {
    const { queries, person, clock, push } = ctx
    const { id } = await ownDevice(ctx, subscription)
    const { language } = await readPerson(queries, person)
    const message = push.composeTest(language)
    const at = clock.now()
    await addMessage(queries, {
      kind: 'push.test',
      shopId: null,
      personId: person,
      episode: `${id} ${at.toISOString()}`,
      shops: [],
      title: message.title,
      at,
      dueAt: at,
      to: {
        channel: 'push',
        pushId: id,
        push: fitPush({ ...message, link: '/account/notifications', topic: 'test' }),
      },
    })
    return {}
  },
})

/** Throws the same `not_found` for one that does not exist and for one of somebody else. */
async function ownDevice({ queries, person }: PushContext, id: string): Promise<PushSubscriptionRow> {
  const row = (await listPushSubscriptions(queries, person)).find((each) => each.id === id)
  if (row) return row
  throw new AppError('not_found', 'You have no such device here. It may have been removed: reload the list.')
}

/** Sealed keys: ours, and those of browsers. */
export const sealedByPush: readonly SealedColumn[] = [
  {
    table: 'push_subscriptions',
    column: 'sealed',
    key: ['id', 'fingerprint'],
    context: (of) => pushContext(of('fingerprint')),
  },
  { table: 'push_keys', column: 'private_key', key: ['id'], context: () => keysContext },
]
