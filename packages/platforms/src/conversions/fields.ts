import type { PurchaseEvent } from './contract.ts'

/** What of an object is not empty. */
export function filled<T extends Readonly<Record<string, unknown>>>(fields: T): Partial<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined && !isEmpty(value))
  // Holds because entries are only left out.
  return Object.fromEntries(kept) as Partial<T>
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** A list of one, or none. */
export function listed(text: string): string[] {
  return text === '' ? [] : [text]
}

/** Seconds of Unix time. */
export function secondsOf({ at }: Pick<PurchaseEvent, 'at'>): number {
  return Math.floor(at.getTime() / 1_000)
}

/** How many days ago it was. */
export function ageInDays({ at }: Pick<PurchaseEvent, 'at'>, now: Date): number {
  return (now.getTime() - at.getTime()) / 86_400_000
}

/** Pieces of all items. */
export function piecesOf({ items }: Pick<PurchaseEvent, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Why an order that names nobody is not sent. */
export function findsNobody(platform: string): string {
  return `The order names neither an e-mail address nor a phone number nor a click: ${platform} could find nobody by it.`
}
