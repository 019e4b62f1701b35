import type { WriteContext } from '../../context/index.ts'
import { replayChannels } from './replay-touches.ts'

/** Google tells for 90 days whose a click was. */
const rejoinedDays = 90

/**
 * Looks once more for the ads of latest touches that were not found down to the ad: ads and clicks are told later than the
 * visits that they bring. Returns how many touches changed.
 */
export async function rejoinTouches(ctx: WriteContext): Promise<number> {
  const since = Math.floor(ctx.clock.now().getTime() / 1000) - rejoinedDays * 86_400
  const said = "campaign_id != '' OR ad_set_id != '' OR ad_id != '' OR click_id != '' OR campaign != ''"
  return replayChannels(ctx, {
    where: `at >= toDateTime(${since}) AND joined != 'ad' AND platform IN ('google', 'meta', 'tiktok') AND (${said})`,
  })
}
