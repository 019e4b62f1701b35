// Meta Ads over the Graph API: how people connect, daily figures of every level, campaigns and ads. Everything platform
// specific stays in here; must not know other connectors, nor the simulated platform in ./fake.
import type { Connector } from '../contract.ts'
import { grantEnds, keepAlive } from './access.ts'
import { adDaysStream } from './ad-days.ts'
import { adEntitiesStream } from './ad-entities.ts'
import { adHoursStream } from './ad-hours.ts'
import { ads } from './ads-spec.ts'
import { checkAccess } from './check.ts'
import { connect } from './connect.ts'
import { conversions } from './conversions.ts'
import { face } from './descriptor.ts'
import { guide } from './guide.ts'
import { apiVersion } from './platform-urls.ts'

export const metaads: Connector = {
  id: face.id,
  kind: face.kind,
  label: face.name,
  description: 'Spend, impressions, clicks, reach and reported purchases of Facebook and Instagram ads, day by day.',
  apiVersion: { name: apiVersion, documentation: 'https://developers.facebook.com/docs/marketing-api' },
  connect,
  pace: 'own',
  streams: [adDaysStream, adEntitiesStream, adHoursStream],
  guide,
  ads,
  conversions,
  grantEnds,
  keepAlive,
  check: checkAccess,
}
