import { AppError } from '@tillsight/core'
import { findAdPlatform } from '@tillsight/platforms'
import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import type { Route } from './+types/ads-export-route.ts'
import { printAuditCsv } from './audit-csv.server.ts'

/** The audit of a platform's ads as CSV. */
export const loader = fileLoader(async ({ params }: Route.LoaderArgs, { shop, run }) => {
  const platform = findAdPlatform(params.platform)
  if (!platform) throw new AppError('not_found', 'This version does not know the ad platform.')
  const text = printAuditCsv(await run('tracking.ads', { platform: platform.id }), platform)
  return { name: `${shop.domain}-tags-${platform.id}.csv`, text }
})
