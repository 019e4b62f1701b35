import { AppError } from '@tillsight/core'
import {
  getTrackingSettings,
  permissionsOf,
  previewTrackingSettings,
  requestTouchReplay,
  run,
  type ShopContext,
  saveTrackingSettings,
  TrackingSettingsChange,
} from '@tillsight/domain'
import type { ChannelRuleServices } from '../../app/channel-rules.ts'
import type { Runtime } from '../runtime.ts'

/** How the shop has its visits read, bound to the context's actor. */
export function createChannelRuleServices(
  { jobs, clock }: Pick<Runtime, 'jobs' | 'clock'>,
  ctx: ShopContext,
): ChannelRuleServices {
  return {
    channelRules: async () => ({
      ...(await run(getTrackingSettings, ctx, {})),
      mayChange: permissionsOf(ctx.actor).includes('tracking:write'),
    }),
    previewChannelRules: (change) => run(previewTrackingSettings, ctx, checked(change)),
    async saveChannelRules(change) {
      const { replay } = await run(saveTrackingSettings, ctx, checked(change))
      await requestTouchReplay({ jobs, clock }, { shop: ctx.shop.id, what: replay })
    },
  }
}

/** Everything that is wrong at once, each beside its field. */
function checked(change: TrackingSettingsChange): TrackingSettingsChange {
  const parsed = TrackingSettingsChange.safeParse(change)
  if (parsed.success) return change
  const details: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) details[path.join('.')] ??= `${message.replace(/\.$/, '')}.`
  throw new AppError('invalid_input', 'Something here cannot be saved as it is. What is wrong stands beside it.', {
    details,
    cause: parsed.error,
  })
}
