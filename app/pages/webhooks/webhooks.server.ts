import { setTimeout as delay } from 'node:timers/promises'
import { AppError, isAppError } from '@tillsight/core'
import type { EventType, RunVerb, ShopVerbs, WebhookDelivery, WebhookView } from '@tillsight/domain'
import { instantText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type {
  DeliveryModel,
  SecretModel,
  WebhookFailure,
  WebhookModel,
  WebhookPageModel,
  WebhooksModel,
} from './model.ts'

type Run = RunVerb<ShopVerbs>

/** The shop's webhooks; undefined for a role that may not see them. */
export async function loadWebhooks(run: Run, zone: string): Promise<WebhooksModel | undefined> {
  try {
    const { items, types } = await run('webhook.list')
    return { webhooks: items.map((view) => printWebhook(view, zone)), choices: types }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** One of them with its latest messages. Throws `not_found`. */
export async function loadWebhook(
  run: Run,
  webhook: string,
  { zone, cursor }: { readonly zone: string; readonly cursor: string | null },
): Promise<WebhookPageModel> {
  const page = cursor === null ? { webhook, limit: 25 } : { webhook, limit: 25, cursor }
  const [all, { items, next }] = await Promise.all([loadWebhooks(run, zone), run('webhook.deliveries', page)])
  const one = all?.webhooks.find(({ id }) => id === webhook)
  if (!all || !one) throw new AppError('not_found', 'There is no such webhook here.')
  return { webhook: one, choices: all.choices, deliveries: items.map((item) => printDelivery(item, zone)), next }
}

const stateTexts = { on: 'On', paused: 'Paused', off: 'Switched off' } as const

/** Prints a webhook in the zone of its shop. */
export function printWebhook(view: WebhookView, zone: string): WebhookModel {
  const { id, url, events, state, createdAt, waiting, failingSince, rotatesUntil } = view
  return {
    id,
    url,
    events,
    state,
    stateText: stateTexts[state],
    standing: standingOf(view, zone),
    isFailing: state === 'on' && failingSince !== null,
    waiting: waiting === 0 ? null : waiting === 1 ? '1 waits to be sent' : `${waiting} wait to be sent`,
    created: `Added on ${instantText(createdAt, zone).split(',', 1).join('')}`,
    rotatesUntil: rotatesUntil === null ? null : instantText(rotatesUntil, zone),
  }
}

function standingOf({ state, reason, deliveredAt, failingSince }: WebhookView, zone: string): string {
  const last = deliveredAt === null ? 'Nothing has arrived there yet' : `Last success ${instantText(deliveredAt, zone)}`
  if (reason === 'gone') return `${last}. Its receiver answered that nobody wants messages there any more.`
  if (reason === 'failing') return `${last}. Nothing arrived there for five days.`
  if (state === 'paused') return `${last}. What happens while it is paused is not told later.`
  if (failingSince !== null) return `${last}. Every attempt has failed since ${instantText(failingSince, zone)}.`
  return `${last}.`
}

const tones = { waiting: 'neutral', retrying: 'warn', delivered: 'good', failed: 'bad', dropped: 'bad' } as const

/** Prints a message in the zone of the shop. */
export function printDelivery(delivery: WebhookDelivery, zone: string): DeliveryModel {
  const { id, type, state, createdAt, status, milliseconds, triedAt, reason, body } = delivery
  return {
    id,
    type,
    tone: tones[state],
    state: deliveryState(delivery, zone),
    at: instantText(createdAt, zone),
    answer: triedAt === null ? '–' : `${status ?? 'No answer'} in ${milliseconds ?? 0} ms`,
    reason,
    body: JSON.stringify(JSON.parse(body), null, 2),
    mayResend: state !== 'waiting',
  }
}

function deliveryState({ state, failedAttempts, nextAt }: WebhookDelivery, zone: string): string {
  switch (state) {
    case 'waiting':
      return 'Waits'
    case 'retrying':
      return `Failed ${failedAttempts === 1 ? 'once' : `${failedAttempts} times`}, next ${nextAt === null ? '' : instantText(nextAt, zone)}`
    case 'delivered':
      return 'Delivered'
    case 'failed':
      return 'Given up'
    case 'dropped':
      return 'Dropped: too many waited'
  }
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

/** Why a form was rejected; a missing permission is shown on the page too, since the person may just have lost it. */
export function toWebhookFailure(refusal: unknown, form: FormData): { failure: WebhookFailure; status: number } {
  const typed = readTyped(form)
  if (isAppError(refusal) && refusal.code === 'forbidden') {
    return { failure: { message: refusal.message, fields: {}, typed }, status: 403 }
  }
  const { body, status } = toFormFailure(refusal)
  return { failure: { ...body, typed }, status }
}
