// What puts tracking into a shop.
import type { Arrivals, ConsentMode } from '@tillsight/domain'

export type { Arrivals, ConsentMode } from '@tillsight/domain'

/** What to paste into a shop, made for it. */
export interface InstallationView {
  readonly key: string
  /** Where the shop reaches this installation. */
  readonly address: string
  /** Whether that is an address that others reach too. */
  readonly isPublic: boolean
  /** For the head of any theme. */
  readonly snippet: string
  /** For the page after an order. */
  readonly thanks: string
  /** Asks buyers on the page after an order; the shop's system fills in the order's id. */
  readonly survey: string
  /** The same as a page of its own: an address that the order's id is put behind. */
  readonly surveyLink: string
  /** For Shopify's customer events; undefined where the product is not built. */
  readonly customPixel: string | undefined
  /** For Shopify's theme. */
  readonly cartSnippet: string
}

/** Part of a shop's services. */
export interface TrackingInstallServices {
  trackingInstallation(consent: ConsentMode): Promise<InstallationView>
  /** Whether events of the shop's pages come in. */
  trackingArrivals(): Promise<Arrivals>
}
