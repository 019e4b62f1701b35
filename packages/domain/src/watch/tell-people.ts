import { listMembers, readPerson, readTold, saveTold } from '@tillsight/database'
import { permissionsOf, type ShopContext, toRole } from '../context/index.ts'
import type { HealthIssue } from '../health/index.ts'
import { NotificationSettings } from '../inputs/index.ts'

/** What somebody is told about the data of a shop. */
export interface HealthNews {
  readonly to: string
  readonly shop: { readonly domain: string; readonly name: string }
  readonly issues: readonly Pick<HealthIssue, 'severity' | 'title' | 'advice'>[]
}

/** A hiccup that passes by itself within this time is nobody's mail. */
const worthMailAfterMs = 30 * 60_000
/** Said in the list only: they explain figures, or name single orders. */
const quiet = new Set(['incomplete_history', 'skipped_record', 'order_arithmetic', 'refund_above_order'])

/**
 * Tells those who can do something about it what is new and needs somebody, once for as long as it lasts. Whoever does
 * not want such mails gets none. What is over may be told again when it comes back.
 */
export async function tellPeople(
  ctx: ShopContext,
  issues: readonly HealthIssue[],
  send: (news: HealthNews) => Promise<void>,
): Promise<number> {
  const { queries, shop, clock } = ctx
  const now = clock.now()
  const open = issues.filter(({ severity, kind }) => severity !== 'note' && !quiet.has(kind))
  const told = await readTold(queries, shop.id)
  const isTold = ({ kind, key }: HealthIssue) => told.some((one) => one.kind === kind && one.key === key)
  const fresh = open.filter((issue) => !isTold(issue) && now.getTime() - Date.parse(issue.since) >= worthMailAfterMs)
  if (fresh.length > 0) {
    for (const to of await listAddresses(ctx)) await send({ to, shop, issues: fresh })
  }
  // Afterwards: a process that dies in between tells somebody twice rather than nobody.
  await saveTold(queries, shop.id, { issues: [...open.filter(isTold), ...fresh], at: now })
  return fresh.length
}

async function listAddresses({ queries, organisation, shop }: ShopContext): Promise<string[]> {
  const addresses: string[] = []
  for (const member of await listMembers(queries, organisation)) {
    const role = toRole(member.role)
    const shops = member.shopIds ?? 'all'
    const mayAct = permissionsOf({ kind: 'person', id: member.personId, role, shops }).includes('connections:write')
    if (!mayAct || (shops !== 'all' && !shops.includes(shop.id))) continue
    const { dataHealth } = NotificationSettings.parse((await readPerson(queries, member.personId)).notifications)
    if (dataHealth && member.email !== '') addresses.push(member.email)
  }
  return addresses
}
