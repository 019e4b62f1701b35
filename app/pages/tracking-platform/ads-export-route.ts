import { AppError } from '@tillsight/core'
import { findAdPlatform } from '@tillsight/platforms'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/ads-export-route.ts'
import { printAuditCsv } from './audit-csv.server.ts'

/** The audit of a platform's ads as CSV. Refusals are plain texts. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const platform = findAdPlatform(args.params.platform)
    if (!platform) throw new AppError('not_found', 'This version does not know the ad platform.')
    const shop = await currentShop(args)
    await args.context.get(servicesContext).countFile()
    return csvFile(
      `${shop.shop.domain}-tags-${platform.id}.csv`,
      printAuditCsv(await shop.run('tracking.ads', { platform: platform.id }), platform),
    )
  } catch (failure) {
    return toProblem(failure, args)
  }
}
