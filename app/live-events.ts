// Watching what comes in.
import type { LiveView } from '@tillsight/domain'

export type { LiveView } from '@tillsight/domain'

/** Part of a shop's services. */
export interface LiveEventServices {
  /** The newest events of the shop, and what the last hour brought. */
  liveEvents(): Promise<LiveView>
}
