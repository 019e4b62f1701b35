import { type ConnectionContext, run, showLive } from '@tillsight/domain'
import type { LiveEventServices } from '../../app/live-events.ts'

/** Watching what comes in, bound to the context's actor. */
export function createLiveEventServices(ctx: ConnectionContext): LiveEventServices {
  return { liveEvents: () => run(showLive, ctx, {}) }
}
