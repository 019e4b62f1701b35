import { type ConnectionContext, describePlaces, listAdChoices, listTaggedAds, run } from '@tillsight/domain'
import type { CampaignServices } from '../../app/campaigning.ts'

/** What is known of campaigns besides their figures, bound to the context's actor. */
export function createCampaignServices(ctx: ConnectionContext): CampaignServices {
  return {
    adChoices: () => run(listAdChoices, ctx, {}),
    adPlaces: (level, keys) => run(describePlaces, ctx, { level, keys: [...keys] }),
    taggedAds: (platform) => run(listTaggedAds, ctx, { platform }),
  }
}
