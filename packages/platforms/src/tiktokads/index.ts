// TikTok Ads over the Business API: how accounts are connected, and their figures, campaigns and ads. Everything
// platform-specific stays in here; must not know other connectors, or the simulated platform in ./fake.
import type { Connector } from '../contract.ts'
import { adDaysStream } from './ad-days.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { adHoursStream } from './ad-hours.ts'
import { ads } from './ads-spec.ts'
import { apiVersion } from './api.ts'
import { checkAccess } from './check.ts'
import { connect } from './connect.ts'
import { conversions } from './conversions.ts'
import { face } from './descriptor.ts'
import { guide } from './guide.ts'

export const tiktokads: Connector = {
  id: face.id,
  kind: face.kind,
  label: face.name,
  description: 'Spend, views, clicks and reported purchases of TikTok campaigns, ad groups and ads, GMV Max included.',
  apiVersion: { name: apiVersion, documentation: 'https://business-api.tiktok.com/portal/docs' },
  connect,
  pace: 'own',
  streams: [adDaysStream, adEntitiesStream, adHoursStream],
  ads,
  conversions,
  guide,
  /** Tokens of the usual flow live until they are revoked. */
  grantEnds: ({ refreshToken, accessTokenExpiresAt, refreshTokenExpiresAt }) => {
    const ends = refreshToken ? refreshTokenExpiresAt : accessTokenExpiresAt
    return ends ? new Date(ends) : undefined
  },
  check: checkAccess,
}
