import type { PrivacyRequestView } from '@tillsight/domain'
import { dayText, instantText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { RequestModel } from './model.ts'

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

/** What platforms asked, first what is not closed; of the rest the latest. */
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
