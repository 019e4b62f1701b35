import { type OrganisationId, type ShopId, toOrganisationId, toShopId } from '@tillsight/core'
import { z } from 'zod'
import { ShopSettings } from '../inputs/index.ts'

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
