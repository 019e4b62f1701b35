// What the permission tests try of shops.
import { randomUUID } from 'node:crypto'

const nothing = () => ({})
const newShop = () => ({ domain: `${randomUUID()}.test`, platform: 'woocommerce', zone: 'UTC', currency: 'EUR' })

/** By verb name. */
export const shopAttempts = {
  'shop.create': { in: 'organisation', input: newShop },
  'shop.create_own': { in: 'person', input: newShop },
  'shop.list': { in: 'organisation', input: nothing },
  'shop.list_own': { in: 'person', input: nothing },
  'shop.get': { in: 'shop', input: nothing },
  'shop.update': { in: 'shop', input: () => ({ name: 'Renamed' }) },
  'shop.usage': { in: 'shop', input: nothing },
  'shop.recalculate': { in: 'shop', input: () => ({ what: 'days' }) },
  'shop.create_sample': { in: 'person', input: nothing },
  'shop.fill_sample': { in: 'shop', input: nothing },
  'shop.discard_sample': { in: 'shop', input: nothing },
} as const
