import type { OrganisationId, ShopId } from '@tillsight/core'
import type { ShopRow } from '@tillsight/database'
import { ShopSettings } from '../inputs/index.ts'

/** A shop as verbs see it. */
export interface Shop {
  readonly id: ShopId
  readonly organisation: OrganisationId
  /** Unique within its organisation only: another organisation may have a shop of the same domain. */
  readonly domain: string
  /** The shop's name in page addresses for the current person, if not the domain. */
  readonly address?: string
  readonly platform: string
  readonly name: string
  /** IANA zone, or a fixed offset such as `+02:00`. */
  readonly zone: string
  readonly currency: string
  readonly country: string | null
  readonly settings: ShopSettings
  /** Its figures are made up; it can be thrown away. */
  readonly isSample?: boolean | undefined
}

/** A stored shop with defaults filled into its settings. */
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
    ...(row.isSample ? { isSample: true } : {}),
  }
}
