import { createHash } from 'node:crypto'
import type { StoreAddress, StoreCustomer, StoreOrder, StoreProduct } from '../woocommerce/history.ts'
import type { ShopAddress, ShopCustomer, ShopProduct, ShopVariant } from './history.ts'

const variantsFrom = 40_000_000_000
const itemsFrom = 50_000_000_000
const guestsFrom = 70_000_000_000

/** A product; one without variations gets the one variant that Shopify always has. */
export function fromStoreProduct(product: StoreProduct): ShopProduct {
  const { id, name, sku, price, cost, weight } = product
  const variations = product.variations ?? [{ id, sku, price, attributes: {}, ...(cost === undefined ? {} : { cost }) }]
  return {
    id,
    title: name,
    status: (product.status ?? 'publish') === 'publish' ? 'ACTIVE' : 'DRAFT',
    ...(product.categories?.[0] === undefined ? {} : { type: product.categories[0] }),
    tags: product.categories ?? [],
    ...(product.imageUrl === undefined ? {} : { imageUrl: product.imageUrl }),
    createdAt: product.createdAt,
    ...(product.modifiedAt === undefined ? {} : { updatedAt: product.modifiedAt }),
    variants: variations.map((variation) => ({
      id: variantsFrom + variation.id,
      inventoryItemId: itemsFrom + variation.id,
      sku: variation.sku,
      price: variation.price,
      cost: variation.cost ?? cost ?? null,
      ...weightOf(variation.weight ?? weight),
      ...(Object.keys(variation.attributes).length === 0 ? {} : { options: variation.attributes }),
    })),
  }
}

/** The variant that a line of a store's order is about. */
export function variantIdOf(productId: number, variationId: number | undefined): number {
  return variantsFrom + (variationId === undefined || variationId === 0 ? productId : variationId)
}

export function fromStoreCustomer(customer: StoreCustomer): ShopCustomer {
  const { id, email, firstName = '', lastName = '', country, createdAt, modifiedAt } = customer
  return {
    id,
    email,
    firstName,
    lastName,
    state: 'ENABLED',
    address: country === undefined ? null : { country },
    createdAt,
    ...(modifiedAt === undefined ? {} : { updatedAt: modifiedAt }),
  }
}

/** The customer that Shopify makes of a buyer it does not know yet; undefined where nobody can be told apart. */
export function buyerOf(order: StoreOrder): ShopCustomer | undefined {
  const id = customerIdOf(order)
  if (id === null) return undefined
  const { billing, email, createdAt } = order
  return {
    id,
    email: email ?? null,
    firstName: billing?.firstName ?? '',
    lastName: billing?.lastName ?? '',
    address: billing ? addressOf(billing) : null,
    createdAt,
  }
}

/** The customer of an order: registered, or found by the e-mail. */
export function customerIdOf(order: StoreOrder): number | null {
  if ((order.customerId ?? 0) > 0) return order.customerId ?? null
  const email = order.email?.trim().toLowerCase()
  if (!email) return null
  return guestsFrom + createHash('sha1').update(email).digest().readUIntBE(0, 5)
}

export function addressOf(address: StoreAddress): ShopAddress {
  const { firstName, lastName, company, address1, city, postcode, state, country, phone } = address
  return {
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(company ? { company } : {}),
    ...(address1 ? { address1 } : {}),
    ...(city ? { city } : {}),
    ...(postcode ? { zip: postcode } : {}),
    ...(state ? { provinceCode: state } : {}),
    ...(country ? { country } : {}),
    ...(phone ? { phone } : {}),
  }
}

function weightOf(kilograms: string | undefined): Pick<ShopVariant, 'weight'> {
  return kilograms === undefined ? {} : { weight: { unit: 'KILOGRAMS', value: Number(kilograms) } }
}
