import { AppError, type ShopId, toShopId } from '@tillsight/core'
import { listDigests, readPerson, saveDigests, wakeDigests } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext, shopNotFound } from '../context/index.ts'
import { type DigestPeriod, digestPeriods } from '../inputs/index.ts'
import { nameShopsFor } from '../shops/index.ts'
import { deliver, digestKind } from './deliver.ts'
import {
  type DigestServices,
  type DigestSubject,
  findSubject,
  periodAt,
  readDigest,
  textOf,
  toNotice,
  zoneOf,
} from './make-digest.ts'

/** A person's context with what digests are made by. */
export interface DigestContext extends PersonContext {
  readonly digests: Pick<DigestServices, 'openShopsOf' | 'renderDigest'>
}

/** Which digest: how often, and of which shop; null for one over all shops. */
const Choice = z.strictObject({
  every: z.enum(digestPeriods, 'Digests come every day, week or month.'),
  shop: z
    .string()
    .transform((id): ShopId => toShopId(id))
    .nullable(),
})

/** For each shop one digest of each kind, and one over all. */
const mostChoices = 300

/** The digests that the person gets, the shops that they could be about, and whether mails arrive. */
export const listOwnDigests = defineVerb({
  name: 'digest.list',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({
    digests: z.array(z.object({ every: z.enum(digestPeriods), shop: z.string().nullable() })),
    shops: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The address that refused mails for good, while it is the person's. */
    refusedAddress: z.string().nullable(),
  }),
  async run(ctx: PersonContext) {
    const { queries, person } = ctx
    const [rows, shops, { email, refusedAddress }] = await Promise.all([
      listDigests(queries, person),
      shopsWithNews(ctx),
      readPerson(queries, person),
    ])
    return {
      digests: rows
        .filter(({ shopId }) => shopId === null || shops.some(({ id }) => id === shopId))
        .map(({ every, shopId }) => ({ every: toPeriod(every), shop: shopId })),
      shops: shops.map(({ id, name }) => ({ id, name })),
      refusedAddress: email === refusedAddress ? email : null,
    }
  },
})

/** Digests are about all shops of the person but samples: made-up figures are no news. */
async function shopsWithNews(ctx: PersonContext): ReturnType<typeof nameShopsFor> {
  return (await nameShopsFor(ctx)).filter(({ isSample }) => !isSample)
}

function toPeriod(text: string): DigestPeriod {
  const period = digestPeriods.find((known) => known === text)
  if (period === undefined) throw new AppError('internal', `“${text}” is stored as the period of a digest`)
  return period
}

/** Sets which digests the person gets, all at once. Throws `not_found` for a shop that is not open to them. */
export const saveOwnDigests = defineVerb({
  name: 'digest.save',
  needs: 'self',
  access: 'write',
  input: z.object({ digests: z.array(Choice).max(mostChoices, 'These are too many digests.') }),
  output: z.object({}),
  async run(ctx: PersonContext, { digests }) {
    const shops = await shopsWithNews(ctx)
    const unknown = digests.find(({ shop }) => shop !== null && !shops.some(({ id }) => id === shop))
    if (unknown) throw shopNotFound(String(unknown.shop))
    const at = ctx.clock.now()
    const chosen = digests.map(({ every, shop }) => ({ every, shopId: shop }))
    await saveDigests(ctx.queries, ctx.person, { digests: chosen, at })
    // Their time may have changed on the same page.
    await wakeDigests(ctx.queries, ctx.person, at)
    return {}
  },
})

/** The last digest of a kind as it would be sent now. Throws `not_found` without a shop for it. */
export const previewDigest = defineVerb({
  name: 'digest.preview',
  needs: 'self',
  access: 'read',
  input: Choice,
  output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  async run(ctx: DigestContext, choice) {
    const { digest } = await readNow(ctx, await subjectOf(ctx, choice))
    const { subject, html, text } = ctx.digests.renderDigest(digest)
    return { subject, html, text }
  },
})

/** Delivers the last digest of a kind now, at most once a minute. Throws `not_found` without a shop for it. */
export const sendDigest = defineVerb({
  name: 'digest.send',
  needs: 'self',
  access: 'work',
  input: Choice,
  output: z.object({}),
  async run(ctx: DigestContext, choice) {
    const subject = await subjectOf(ctx, choice)
    const { digest } = await readNow(ctx, subject)
    const notice = toNotice(ctx.digests.renderDigest(digest))
    const minute = ctx.clock.now().toISOString().slice(0, 16)
    await ctx.db.transaction(async (queries) => {
      await deliver({ queries, clock: ctx.clock, zone: zoneOf(subject) }, subject.person, {
        ...notice,
        kind: `${digestKind}now`,
        shopId: choice.shop,
        episode: `${choice.every} ${textOf(digest.period)} ${minute}`,
        shops: subject.shops.map(({ shop }) => shop.id),
        // Whoever asks for it is awake.
        isUrgent: true,
      })
    })
    return {}
  },
})

async function subjectOf(ctx: DigestContext, { every, shop }: z.output<typeof Choice>): Promise<DigestSubject> {
  const wanted = { personId: ctx.person, shopId: shop, every }
  const subject = await findSubject({ db: ctx.db, openShopsOf: ctx.digests.openShopsOf }, wanted)
  if (subject) return subject
  throw shop === null
    ? new AppError('not_found', 'There is no shop yet whose figures a digest could bring.')
    : shopNotFound(shop)
}

function readNow(ctx: DigestContext, subject: DigestSubject): ReturnType<typeof readDigest> {
  return readDigest(ctx, subject, { id: undefined, period: periodAt(subject, ctx.clock.now()) })
}
