import { setTimeout as delay } from 'node:timers/promises'
import { AppError, isAppError } from '@tillsight/core'
import type { EventType, RunVerb, ShopVerbs, WebhookDelivery, WebhookView } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { dateOfText, instantText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import type {
  DeliveryModel,
  SecretModel,
  WebhookFailure,
  WebhookModel,
  WebhookPageModel,
  WebhooksModel,
} from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type Run = RunVerb<ShopVerbs>

/** Where and in what language instants are printed. */
interface Place {
  readonly zone: string
  readonly language: Language
}

/** The shop's webhooks; undefined for a role that may not see them. */
export async function loadWebhooks(run: Run, place: Place): Promise<WebhooksModel | undefined> {
  try {
    const { items, types } = await run('webhook.list')
    const say = pageWords.say(place.language)
    const choices = types.map(({ type }) => ({ type, about: say(`event.${type}`) }))
    return { webhooks: items.map((view) => printWebhook(view, place)), choices }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** One of them with its latest messages. Throws `not_found`. */
export async function loadWebhook(
  run: Run,
  webhook: string,
  { cursor, ...place }: Place & { readonly cursor: string | null },
): Promise<WebhookPageModel> {
  const page = cursor === null ? { webhook, limit: 25 } : { webhook, limit: 25, cursor }
  const [all, { items, next }] = await Promise.all([loadWebhooks(run, place), run('webhook.deliveries', page)])
  const one = all?.webhooks.find(({ id }) => id === webhook)
  if (!all || !one) throw new AppError('not_found', 'There is no such webhook here.')
  return { webhook: one, choices: all.choices, deliveries: items.map((item) => printDelivery(item, place)), next }
}

/** Prints a webhook in the zone of its shop. */
export function printWebhook(view: WebhookView, place: Place): WebhookModel {
  const { zone, language } = place
  const say = pageWords.say(language)
  const { id, url, events, state, createdAt, waiting, failingSince, rotatesUntil } = view
  return {
    id,
    url,
    events,
    state,
    stateText: say(`status.${state}`),
    standing: standingOf(view, place),
    isFailing: state === 'on' && failingSince !== null,
    waiting: waiting === 0 ? null : say('status.waiting', { count: waiting }),
    created: say('status.added', { day: dateOfText(createdAt, zone, language) }),
    rotatesUntil: rotatesUntil === null ? null : instantText(rotatesUntil, zone, language),
  }
}

function standingOf({ state, reason, deliveredAt, failingSince }: WebhookView, { zone, language }: Place): string {
  const say = pageWords.say(language)
  const last =
    deliveredAt === null ? say('status.never') : say('status.last', { time: instantText(deliveredAt, zone, language) })
  const more = (key: WordKey, time = '') => `${last} ${say(key, { time })}`
  if (reason === 'gone') return more('status.gone')
  if (reason === 'failing') return more('status.dead')
  if (state === 'paused') return more('status.missed')
  if (failingSince !== null) return more('status.since', instantText(failingSince, zone, language))
  return last
}

const tones = { waiting: 'neutral', retrying: 'warn', delivered: 'good', failed: 'bad', dropped: 'bad' } as const

/** Prints a message in the zone of the shop. */
export function printDelivery(delivery: WebhookDelivery, place: Place): DeliveryModel {
  const { zone, language } = place
  const say = pageWords.say(language)
  const ms = delivery.milliseconds ?? 0
  const { id, type, state, createdAt, status, triedAt, body } = delivery
  return {
    id,
    type,
    tone: tones[state],
    state: deliveryState(delivery, place),
    at: instantText(createdAt, zone, language),
    answer:
      triedAt === null
        ? '–'
        : status === null
          ? say('message.silent', { ms })
          : say('message.answered', { status, ms }),
    reason: reasonOf(delivery, place),
    body: JSON.stringify(JSON.parse(body), null, 2),
    mayResend: state !== 'waiting',
  }
}

function deliveryState({ state, failedAttempts, nextAt }: WebhookDelivery, { zone, language }: Place): string {
  const say = pageWords.say(language)
  if (state !== 'retrying') return say(`message.${state}`)
  const time = nextAt === null ? '–' : instantText(nextAt, zone, language)
  return say('message.retrying', { count: failedAttempts, time })
}

/** The stored reason is English and more exact. */
function reasonOf({ reason, status }: WebhookDelivery, { language }: Place): string {
  if (reason === '' || language === 'en') return reason
  const say = pageWords.say(language)
  return status === null ? say('message.unreached') : say('message.refused', { status })
}

/** What a form did. */
export type WebhookOutcome =
  | { readonly kind: 'secret'; readonly secret: SecretModel }
  | { readonly kind: 'done' }
  | { readonly kind: 'removed' }

/** Carries out a form of the pages. Throws what the verbs throw. */
export async function changeWebhooks(run: Run, form: FormData, webhook: string): Promise<WebhookOutcome> {
  const secretOf = ({ id, url, secret }: WebhookView & { readonly secret: string }): WebhookOutcome => ({
    kind: 'secret',
    secret: { webhook: id, url, secret },
  })
  switch (formText(form, 'intent')) {
    case 'add':
      return secretOf(await run('webhook.add', readTyped(form)))
    case 'save':
      await run('webhook.change', { webhook, ...readTyped(form) })
      return { kind: 'done' }
    case 'on':
    case 'paused':
      await run('webhook.change', { webhook, state: formText<'on' | 'paused'>(form, 'intent') })
      return { kind: 'done' }
    case 'rotate':
      return secretOf(await run('webhook.rotate', { webhook }))
    case 'test':
      await waitForOutcome(run, webhook, (await run('webhook.test', { webhook })).id)
      return { kind: 'done' }
    case 'resend':
      await waitForOutcome(run, webhook, (await run('webhook.resend', { delivery: formText(form, 'delivery') })).id)
      return { kind: 'done' }
    case 'remove':
      await run('webhook.remove', { webhook })
      return { kind: 'removed' }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

const looks = 12
const lookEveryMs = 250

/** Most receivers answer at once: whoever pressed the button sees the answer with the next page. */
async function waitForOutcome(run: Run, webhook: string, delivery: string): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    await delay(lookEveryMs)
    const { items } = await run('webhook.deliveries', { webhook, limit: 100 })
    if (items.find(({ id }) => id === delivery)?.state !== 'waiting') return
  }
}

function readTyped(form: FormData) {
  // What is no type of event is refused by the verb.
  const events = form.getAll('events').filter((value): value is EventType => typeof value === 'string')
  return { url: formText(form, 'url'), events }
}

/** Why a form was rejected, in the language of the page, and what was typed. */
export function toWebhookFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: WebhookFailure; status: number } {
  const say = pageWords.say(language)
  const field = (path: string) =>
    path === 'url' ? say('refused.url') : path.startsWith('events') ? say('refused.events') : undefined
  const { body, status } = wordRefusal(refusal, { language, field })
  return { failure: { ...body, typed: readTyped(form) }, status }
}
