import { AppError, isAppError } from '@tillsight/core'
import { findShopByTrackingKey, readShop } from '@tillsight/database'
import {
  askBuyer,
  readSurveyAnswer,
  readSurveyOrder,
  requestSurveyWork,
  takeSurveyAnswer,
  toShop,
} from '@tillsight/domain'
import { networkOf, TrackingKeyText } from '@tillsight/tracking'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createRateLimit } from '../collect/rate-limit.ts'
import type { Runtime } from '../runtime.ts'
import { limitBody } from './errors.ts'
import { peerAddress } from './peer.ts'
import { answeredPage, failedPage, questionPage, surveyTextsFor } from './survey-page.ts'

const largestBodyKb = 16
/** A shop's own server may ask for all its buyers. */
const networkRate = { burst: 300, perSecond: 5 }
const shopRate = { burst: 3_000, perSecond: 50 }

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
}

/** Pages of any site may call it; responses are not cached. */
const openToAll = createMiddleware(async (c, next) => {
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
  c.res.headers.set('cache-control', 'no-store')
  const wait = isAppError(c.error) ? c.error.details['retryAfterSeconds'] : undefined
  if (wait !== undefined) c.res.headers.set('retry-after', String(wait))
})

/**
 * `/p/survey`: the question that buyers are asked after an order, for scripts, and as a page for links and browsers without
 * scripts. No sign-in, no cookies; served under any host name, like the script.
 */
export function surveyRoutes(runtime: Runtime): Hono {
  const door = createDoor(runtime)
  return new Hono()
    .use(openToAll)
    .use(limitBody(largestBodyKb, 'kB'))
    .options('/', () => new Response(null, { status: 204, headers: preflight }))
    .get('/', async (c) => {
      const { ctx, order } = await door.enter(c, c.req.query())
      const question = await askBuyer(ctx, order)
      if (!question.asked) return c.json(question)
      const { send, skip, other, tell, thanks, failed } = surveyTextsFor(c.req.header('accept-language'))
      return c.json({ ...question, texts: { send, skip, other, tell, thanks, failed } })
    })
    .post('/', async (c) => {
      await door.take(c, await readBody(c))
      return c.body(null, 204)
    })
    .get('/page', (c) => asPage(c, () => showQuestion(c)))
    .post('/page', (c) =>
      asPage(c, async () => {
        const { skip, ...form } = await readForm(c)
        // No option chosen: shows the form again with a hint.
        if (skip === undefined && form['answer'] === undefined) return await showQuestion(c, form)
        await door.take(c, {
          ...form,
          version: Number(form['version']),
          answer: skip === undefined ? form['answer'] : '',
          source: 'link',
        })
        return answeredPage(c, 'thanks')
      }),
    )

  async function showQuestion(c: Context, form?: Readonly<Record<string, string>>): Promise<Response> {
    const given = form ?? c.req.query()
    const { ctx, order, key } = await door.enter(c, given)
    const question = await askBuyer(ctx, order)
    if (!question.asked) return answeredPage(c, question.reason)
    return questionPage(c, { question, key, order, shop: ctx.shop.name, isIncomplete: form !== undefined })
  }

  /** Failures that the buyer can act on are shown on the page, others are handled as usual. */
  async function asPage(c: Context, answer: () => Promise<Response>): Promise<Response> {
    try {
      return await answer()
    } catch (error) {
      if (!isAppError(error)) throw error
      return failedPage(c, error)
    }
  }
}

function createDoor(runtime: Runtime) {
  const { clock, config, stores, identityKey, jobs } = runtime
  const db = stores.database
  const ofNetwork = createRateLimit(clock, networkRate)
  const ofShop = createRateLimit(clock, shopRate)

  /** Finds the shop and the order that a request names. */
  async function enter(c: Context, { key, order }: Readonly<Record<string, unknown>>) {
    limited(() => ofNetwork.take(networkOf(peerAddress(c, config.trustProxy)), 1))
    const { data: named } = TrackingKeyText.safeParse(key)
    const id = named === undefined ? undefined : await findShopByTrackingKey(db.kysely, named)
    if (id === undefined) {
      throw new AppError(
        'not_found',
        'This key names no shop, or was revoked. Copy the key from the installation page of the shop.',
      )
    }
    limited(() => ofShop.take(id, 1))
    const shop = toShop(await readShop(db.kysely, id))
    return { key: String(key), order: readSurveyOrder(order), ctx: { db, shop, clock, identityKey } }
  }

  return {
    enter,
    /** Stores a response; the sender learns only that it was accepted. */
    async take(c: Context, given: Readonly<Record<string, unknown>>): Promise<void> {
      const { ctx } = await enter(c, given)
      const { isNew } = await takeSurveyAnswer(ctx, readSurveyAnswer(given))
      if (isNew) await requestSurveyWork({ jobs, clock }, ctx.shop.id)
    },
  }
}

function limited(take: () => void): void {
  try {
    take()
  } catch (error) {
    if (!isAppError(error)) throw error
    const { retryAfterSeconds = 1 } = error.details
    throw new AppError('limit_reached', `Too many answers at once. Try again in ${retryAfterSeconds} s.`, {
      details: { retryAfterSeconds },
      cause: error,
    })
  }
}

/** Scripts send text/plain, which needs no CORS preflight: whatever the type says, the body has to be JSON. */
async function readBody(c: Context): Promise<Readonly<Record<string, unknown>>> {
  const body = parseJson(await c.req.text())
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new AppError('invalid_input', 'The body is no JSON object. Send {"key", "order", "version", "answer"}.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports it as not being an object.
    return undefined
  }
}

async function readForm(c: Context): Promise<Readonly<Record<string, string>>> {
  const form = await c.req.parseBody().catch((cause: unknown) => {
    throw new AppError('invalid_input', 'What was sent is not a form of this page. Open it again and try once more.', {
      cause,
    })
  })
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
