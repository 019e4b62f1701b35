import type { ReachQuestion } from '../ads.ts'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { openGraph } from './graph.ts'
import { readNow } from './insights.ts'

/** People reached in exactly this range, by id; never worked out from days. */
export async function readReach(
  ctx: ConnectorContext,
  { accountId, level, range }: ReachQuestion,
): Promise<ReadonlyMap<string, number>> {
  const account = (ctx.accounts ?? []).find(({ id }) => id === accountId)
  if (account === undefined) {
    throw new ConnectorError({
      kind: 'not_found',
      message: `The ad account ${accountId} is not among the chosen ones, so nobody can say whom it reached. Choose it under Integrations.`,
    })
  }
  const rows = await readNow(openGraph(ctx), { account, level, range, by: 'range' })
  return new Map(
    rows.flatMap(({ row }) => {
      const id = level === 'account' ? accountId : row.campaignId
      return row.reach === null ? [] : [[id, row.reach] as const]
    }),
  )
}
