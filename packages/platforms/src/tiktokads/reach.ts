import { countDays } from '@tillsight/core/days'
import type { ReachQuestion } from '../ads.ts'
import type { ConnectorContext } from '../contract.ts'
import { openApi } from './api.ts'
import { readReport } from './report.ts'
import { figureOf } from './values.ts'

/** Without a time, TikTok looks at a year at most. */
const mostDays = 365

/** People reached in exactly these days, by id of the place; nothing for more than a year. */
export async function readReach(ctx: ConnectorContext, question: ReachQuestion): Promise<ReadonlyMap<string, number>> {
  const { accountId, level, range } = question
  if (countDays(range) > mostDays) return new Map()
  const account = ctx.accounts?.find(({ id }) => id === accountId) ?? { id: accountId, name: accountId }
  const { rows } = await readReport(openApi(ctx), {
    account,
    level: level === 'account' ? 'AUCTION_ADVERTISER' : 'AUCTION_CAMPAIGN',
    metrics: ['spend', 'reach'],
    range,
    time: null,
  })
  return new Map(
    rows.flatMap(({ id, metrics }): [string, number][] => {
      const reach = figureOf(metrics.reach)
      return reach === undefined ? [] : [[level === 'account' ? accountId : id, Math.round(Number(reach))]]
    }),
  )
}
