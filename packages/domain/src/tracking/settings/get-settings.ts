import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { knownDomains, loadTrackingSettings } from './load-settings.ts'
import { TrackingSettings } from './settings.ts'

/** How the shop is tracked, and the domains that are its own without being listed. */
export const getTrackingSettings = defineVerb({
  name: 'tracking.settings',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ settings: TrackingSettings, knownDomains: z.array(z.string()) }),
  async run({ queries, shop }: ShopContext) {
    const [settings, known] = await Promise.all([loadTrackingSettings(queries, shop), knownDomains(queries, shop)])
    return { settings, knownDomains: known }
  },
})
