// A purchase as the domain passes it on, for tests of sending it to platforms.
import type { PurchaseEvent } from './contract.ts'

const buyer: PurchaseEvent['buyer'] = {
  id: '77',
  email: ' Jane.Doe@GMail.com ',
  phone: '030 123456',
  firstName: '',
  lastName: '',
  city: '',
  region: 'Berlin',
  postcode: '',
  country: 'DE',
}

/** An order of two pairs of socks, an hour before `now`. */
export function samplePurchase(now: Date, more: Partial<PurchaseEvent> = {}): PurchaseEvent {
  return {
    orderId: '1001',
    at: new Date(now.getTime() - 3_600_000),
    value: '94.9',
    currency: 'EUR',
    url: 'https://shop.example/checkout/thanks',
    userAgent: 'Mozilla/5.0 (sample)',
    buyer,
    clicks: {},
    browserKeys: {},
    items: [{ id: 'SOCK-M', title: 'Wool socks', quantity: 2, price: '47.45' }],
    mayPersonalise: false,
    ...more,
  }
}

/** A buyer of whom nothing is known. */
export const nobody: PurchaseEvent['buyer'] = { ...buyer, id: '', email: '', phone: '', region: '', country: '' }
