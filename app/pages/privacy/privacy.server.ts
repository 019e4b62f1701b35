import { AppError } from '@tillsight/core'
import type { EraseAnswer, PrivacyRequestView } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { dayText, figureText, instantText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { type CustomerName, type HeldModel, nameFields, type PrivacyOutcome, type RequestModel } from './model.ts'
import { pageWords } from './words.server.ts'

const mostClosed = 20

const tones = {
  received: 'accent',
  open: 'warn',
  done: 'good',
  kept: 'neutral',
  unknown_shop: 'neutral',
} as const satisfies Record<PrivacyRequestView['state'], RequestModel['state']['tone']>

/** Privacy requests from platforms: open ones first, then the latest of the rest. */
export async function loadRequests(
  services: Pick<ShopServices, 'run' | 'shop'>,
  now: string,
): Promise<readonly RequestModel[]> {
  const all = await services.run('customer.list_requests')
  const closed = all.filter(({ closedAt }) => closedAt !== null)
  const shown = [...all.filter(({ closedAt }) => closedAt === null), ...closed.slice(0, mostClosed)]
  const { zone, display } = services.shop
  return shown.map((request) => printRequest(request, { zone, language: display.language, now }))
}

function printRequest(
  { id, who, kind, state, platform, receivedAt, dueAt, closedAt }: PrivacyRequestView,
  { zone, language, now }: { readonly zone: string; readonly language: Language; readonly now: string },
): RequestModel {
  const isLate = closedAt === null && dueAt < now
  const say = pageWords.say(language)
  const received = say('times.received', { time: instantText(receivedAt, zone, language), platform })
  const end =
    closedAt === null
      ? say('times.due', { day: dayText(dueAt.slice(0, 10), language) })
      : say('times.closed', { time: instantText(closedAt, zone, language) })
  return {
    id,
    who,
    what: say(`kind.${kind}`),
    state: isLate ? { label: say('state.late'), tone: 'bad' } : { label: say(`state.${state}`), tone: tones[state] },
    times: `${received} · ${end}`,
    isClosed: closedAt !== null,
    canAnswer: kind === 'customer_data' && state === 'open',
  }
}

type Services = Pick<ShopServices, 'run' | 'shop'>

/** Runs a form of the page. What the person can fix is an outcome too; everything else is rethrown. */
export async function handleCustomer(
  services: Services,
  form: FormData,
): Promise<{ readonly outcome: PrivacyOutcome; readonly status: number }> {
  const name = readName(form)
  const { language } = services.shop.display
  const say = pageWords.say(language)
  try {
    const intent = formText(form, 'intent')
    if (intent === 'look-up') return { outcome: await lookUp(services, name), status: 200 }
    if (intent !== 'erase') throw new AppError('invalid_input', 'This form is not one of this page. Reload the page.')
    if (formText(form, 'sure') === 'yes') return { outcome: await erase(services, name), status: 200 }
    return { outcome: await lookUp(services, name, say('find.unsure')), status: 400 }
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language, field: () => say('refused.name') })
    return { outcome: { kind: 'refused', name, message: body.message }, status }
  }
}

/** The customer that a form identifies; empty fields are left out. */
export function readName(form: FormData): CustomerName {
  const given = nameFields.map((field) => [field, formText(form, field)] as const).filter(([, text]) => text !== '')
  return Object.fromEntries(given)
}

async function lookUp(services: Services, name: CustomerName, error?: string): Promise<PrivacyOutcome> {
  const held = await services.run('customer.preview_erasure', name)
  if (held.orders + held.records === 0) return { kind: 'nobody', name }
  return { kind: 'found', name, held: print(held, services), error }
}

async function erase(services: Services, name: CustomerName): Promise<PrivacyOutcome> {
  const { orders, identifiers, quotes } = await services.run('customer.erase', name)
  const say = pageWords.say(services.shop.display.language)
  const text = [
    say('erased.from', { orders }),
    ...(quotes === 0 ? [] : [say('erased.quotes', { count: quotes })]),
    ...(identifiers === 0 ? [] : [say('erased.identifiers', { count: identifiers })]),
  ].join(' ')
  return { kind: 'erased', text }
}

function print({ orders, records, identifiers }: EraseAnswer, { shop }: Services): HeldModel {
  const say = pageWords.say(shop.display.language)
  const format = { currency: shop.currency, decimals: 0, numbers: shop.display.numbers }
  const counts = { orders, records, identifiers }
  const facts = (['orders', 'records', 'identifiers'] as const).map((fact) => ({
    name: say(`held.${fact}`),
    text: figureText(counts[fact], 'count', format),
    means: say(`held.${fact}Means`),
  }))
  return { orders, facts }
}
