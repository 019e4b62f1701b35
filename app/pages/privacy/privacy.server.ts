import { AppError } from '@tillsight/core'
import type { EraseAnswer, PrivacyRequestView } from '@tillsight/domain'
import { dayText, figureText, instantText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { type CustomerName, type HeldModel, nameFields, type PrivacyOutcome, type RequestModel } from './model.ts'

const mostClosed = 20

const kinds = {
  customer_data: 'asks what is held about them',
  erase_customer: 'asks to be erased; that is done without you',
  erase_shop: 'asks to be forgotten, because the app was removed there; that is done without you',
} as const satisfies Record<PrivacyRequestView['kind'], string>

const states = {
  received: { label: 'Being worked on', tone: 'accent' },
  open: { label: 'Waits for you', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
  kept: { label: 'Kept: connected again', tone: 'neutral' },
  unknown_shop: { label: 'Nothing held', tone: 'neutral' },
} as const satisfies Record<PrivacyRequestView['state'], RequestModel['state']>

/** Privacy requests from platforms: open ones first, then the latest of the rest. */
export async function loadRequests(
  services: Pick<ShopServices, 'run' | 'shop'>,
  now: string,
): Promise<readonly RequestModel[]> {
  const all = await services.run('customer.list_requests')
  const closed = all.filter(({ closedAt }) => closedAt !== null)
  const shown = [...all.filter(({ closedAt }) => closedAt === null), ...closed.slice(0, mostClosed)]
  return shown.map((request) => printRequest(request, { zone: services.shop.zone, now }))
}

function printRequest(
  { id, who, kind, state, platform, receivedAt, dueAt, closedAt }: PrivacyRequestView,
  { zone, now }: { readonly zone: string; readonly now: string },
): RequestModel {
  const isLate = closedAt === null && dueAt < now
  const received = `Received ${instantText(receivedAt, zone)} through ${platform}`
  const end = closedAt === null ? `due by ${dayText(dueAt.slice(0, 10))}` : `closed ${instantText(closedAt, zone)}`
  return {
    id,
    who,
    what: kinds[kind],
    state: isLate ? { label: 'Overdue', tone: 'bad' } : states[state],
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
  try {
    const intent = formText(form, 'intent')
    if (intent === 'look-up') return { outcome: await lookUp(services, name), status: 200 }
    if (intent !== 'erase') throw new AppError('invalid_input', 'This form is not one of this page. Reload the page.')
    if (formText(form, 'sure') === 'yes') return { outcome: await erase(services, name), status: 200 }
    return { outcome: await lookUp(services, name, 'Nothing was erased: say first that you are sure.'), status: 400 }
  } catch (refusal) {
    const { body, status } = toFormFailure(refusal)
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
  const say = counting(services)
  const from = [
    ...(orders === 0 ? [] : [say(orders, 'order')]),
    ...(quotes === 0 ? [] : [`${say(quotes, 'text')} that quoted them`]),
  ].join(' and ')
  return {
    kind: 'erased',
    text: `Erased${from === '' ? '' : ` from ${from}`}. Figures are as before. ${say(identifiers, 'identifier')} will stay erased, whatever is delivered later.`,
  }
}

function print({ orders, records, identifiers }: EraseAnswer, services: Services): HeldModel {
  const say = counting(services)
  const count = (value: number) => say(value, '').trim()
  return {
    orders: say(orders, 'order'),
    facts: [
      { name: 'Orders', text: count(orders), means: 'that say who bought' },
      { name: 'Records', text: count(records), means: 'those orders, and accounts at the platform' },
      { name: 'Identifiers', text: count(identifiers), means: 'e-mail addresses, phone numbers and ids' },
    ],
  }
}

/** `1 order`, `1,200 orders` */
function counting({ shop }: Pick<Services, 'shop'>): (value: number, word: string) => string {
  return (value, word) => {
    const plural = word === '' || value === 1 ? word : `${word}s`
    return `${figureText(value, 'count', { currency: shop.currency, decimals: 0, numbers: shop.display.numbers })} ${plural}`
  }
}
