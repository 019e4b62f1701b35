// People, shops with steady sales, and messages as data for tests of alerts.
import type { PersonId } from '@tillsight/core'
import type { ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import type { AlertNews, RenderedAlerts } from './news.ts'

const hourMs = 3_600_000

/** Orders of 40 each: so many in every hour from 8 to 12 of a day. */
export async function sell(ctx: ShopContext, day: string, anHour: number): Promise<void> {
  const records = Array.from({ length: anHour * 4 }, (_, index) => {
    const at = new Date(
      Date.parse(`${day}T08:00:00Z`) + Math.floor(index / anHour) * hourMs + (index % anHour) * 60_000,
    )
    const line = sampleLine({ id: '1', gross: '40.00', productId: index % 4 === 0 ? 'tea' : 'pot' })
    const placedAt = at.toISOString()
    return sampleOrder({ id: `${day}-${index}`, placedAt, updatedAt: placedAt, lines: [line] })
  })
  if (records.length > 0) await writeRecords(ctx, { source: 'woocommerce', records })
}

/** Renders news as its data. */
export function renderAsData(news: AlertNews): RenderedAlerts {
  const subject = news.events.map(({ name, isOver }) => `${name}${isOver ? ' is over' : ''}`).join(', ')
  return {
    subject,
    html: '<p>Alert</p>',
    text: JSON.stringify(news.events),
    headers: { 'List-Unsubscribe': '<https://tillsight.test/unsubscribe/x>' },
    body: JSON.stringify(news.events),
    link: '/alerts',
    slack: { text: subject, blocks: [] },
    push: { title: subject, body: JSON.stringify(news.events[0]?.value), hidden: 'Open it' },
  }
}

/** The shop as a person sees it. */
export function as(ctx: ShopContext, person: PersonId): ShopContext {
  return { ...ctx, actor: { kind: 'person', id: person, role: 'owner', shops: 'all' } }
}
