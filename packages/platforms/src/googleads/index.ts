// Google Ads over its REST API: how a login is connected, which accounts it gives access to, and their figures. Everything
// platform-specific stays in here; must not know other connectors, or the simulated platform in ./fake.
import type { Connector } from '../contract.ts'
import { keepAlive } from './access.ts'
import { adClicksStream } from './ad-clicks.ts'
import { adDaysStream } from './ad-days.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { adHoursStream } from './ad-hours.ts'
import { ads } from './ads-spec.ts'
import { checkLogin } from './check.ts'
import { connect } from './connect.ts'
import { conversions } from './conversions.ts'
import { face } from './descriptor.ts'
import { guide } from './guide.ts'
import { apiVersion, apiVersionEndsOn } from './hosts.ts'

export const googleads: Connector = {
  id: face.id,
  kind: face.kind,
  label: face.name,
  description: 'Cost, clicks and reported purchases of campaigns, ad groups and ads, with names, budgets and pictures.',
  apiVersion: {
    name: apiVersion,
    documentation: 'https://developers.google.com/google-ads/api/docs/start',
    endsOn: apiVersionEndsOn,
  },
  connect,
  pace: 'own',
  streams: [adDaysStream, adEntitiesStream, adHoursStream, adClicksStream],
  guide,
  ads,
  /** Only while the project is in Testing. */
  grantEnds: ({ refreshTokenExpiresAt }) => (refreshTokenExpiresAt ? new Date(refreshTokenExpiresAt) : undefined),
  conversions,
  keepAlive,
  check: checkLogin,
}
