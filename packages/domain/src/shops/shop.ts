import { type OrganisationId, type ShopId, toOrganisationId, toShopId } from '@tillsight/core'
import type { ShopRow } from '@tillsight/database'
import { z } from 'zod'
import type { Shop } from '../context/index.ts'
import { ShopSettings } from './settings.ts'

/** A shop as every door shows it. */
export const ShopView = z.object({
  id: z.string().transform((id): ShopId => toShopId(id)),
  organisation: z.string().transform((id): OrganisationId => toOrganisationId(id)),
  domain: z.string(),
  platform: z.string(),
  name: z.string(),
  zone: z.string(),
  currency: z.string(),
  country: z.string().nullable(),
  settings: ShopSettings,
})

/** A stored shop with its settings completed by their defaults. */
export function toShop(row: ShopRow): Shop {
  return {
    id: row.id,
    organisation: row.organisationId,
    domain: row.domain,
    platform: row.platform,
    name: row.name,
    zone: row.zone,
    currency: row.currency,
    country: row.country,
    settings: ShopSettings.parse(row.settings),
  }
}
