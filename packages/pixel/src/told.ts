import { detailOf } from './consent.ts'
import { listen } from './guard.ts'
import type { Layer } from './layer.ts'

/** Something that the shop tells about its visitor, by any of the ways below. */
export type Tell = (told: Readonly<Record<string, unknown>>) => void

/** What a page says when it loads: JSON in elements with `data-ts-events`. */
export function readBlocks(tell: Tell): void {
  document.querySelectorAll('script[data-ts-events]').forEach((block) => {
    const events: unknown = JSON.parse(block.textContent || '[]')
    block.removeAttribute('data-ts-events')
    if (Array.isArray(events)) events.forEach(tell)
  })
}

/** `tillsight` events of the document, and clicks on elements with `data-ts-event`. */
export function hearPage(tell: Tell): void {
  listen(document, 'tillsight', (event) => tell(detailOf(event)))
  listen(document, 'click', ({ target }) => {
    const marked = target instanceof Element && target.closest<HTMLElement>('[data-ts-event]')
    if (!marked) return
    const { tsEvent: event, tsValue: value, tsCurrency: currency } = marked.dataset
    tell({ event, value, currency })
  })
}

/** What of the things told the collector understands; all else is left out. */
export function toFields(told: Parameters<Tell>[0]): Record<string, unknown> {
  const fields: Record<string, unknown> = pick(told, ['order', 'checkout', 'cart'])
  const [id, value, currency] = [told.id, told.value, told.currency].map(toText)
  const customer = pick(told.customer, ['id', 'email', 'phone'])
  if (id && /^[\w-]{8,64}$/.test(id)) fields.id = id
  if (currency && /^[a-z]{3}$/i.test(currency)) fields.currency = currency.toUpperCase()
  if (Object.keys(customer)[0]) fields.customer = customer
  if (value && Math.abs(Number(value)) < 1e11) {
    fields.value = /^-?\d+(\.\d{1,6})?$/.test(value) ? value : Number(value).toFixed(2)
  }
  return fields
}

function pick(from: unknown, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = toText(Object(from)[name])
    if (value) picked[name] = value.slice(0, 100)
  }
  return picked
}

/** Words and numbers; shops may hand over anything. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const layerNames: Readonly<Record<string, string>> = {
  view_item: 'product_view',
  add_to_cart: 'add_to_cart',
  begin_checkout: 'checkout_start',
  purchase: 'purchase',
  sign_up: 'sign_up',
}

/** What a shop tells Google's tag, read along: pushed objects and `event` commands. */
export function readLayer(layer: Layer, tell: Tell): void {
  layer.read((entries) => {
    for (const entry of entries) {
      const { event, ecommerce, 0: command, 1: name, 2: given } = Object(entry)
      const known = layerNames[command === 'event' ? name : event]
      const { transaction_id: order, value, currency } = Object(command === 'event' ? given : ecommerce)
      if (known) tell({ event: known, order, value, currency })
    }
  })
}
