import type { OrganisationId, ShopId } from '@tillsight/core'
import type { ShopRow } from '@tillsight/database'
import { ShopSettings } from '../inputs/index.ts'

/** A shop as every verb sees it. */
export interface Shop {
  readonly id: ShopId
  readonly organisation: OrganisationId
  /** Its organisation's alone: another one may have a shop of the same. */
  readonly domain: string
  /** What addresses of pages call it for the person who looks, where that is not to be the domain. */
  readonly address?: string
  readonly platform: string
  readonly name: string
  /** IANA zone, or a fixed offset such as `+02:00`. */
  readonly zone: string
  readonly currency: string
  readonly country: string | null
  readonly settings: ShopSettings
}

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
