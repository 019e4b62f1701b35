import {
  type Db,
  findInstallationValue,
  listMembers,
  listOrganisations,
  readPerson,
  readReported,
  saveInstallationValue,
  saveReported,
} from '@tillsight/database'
import { z } from 'zod'
import { permissionsOf, type ShopContext, toRole } from '../context/index.ts'
import {
  type HealthIssue,
  type InstallationIssue,
  type InstallationLook,
  listInstallationIssues,
} from '../health/index.ts'
import { NotificationSettings } from '../inputs/index.ts'

/** A notification about the data of a shop. */
export interface HealthNews {
  readonly to: string
  readonly shop: { readonly domain: string; readonly name: string }
  readonly issues: readonly Pick<HealthIssue, 'severity' | 'title' | 'advice'>[]
}

/** A failure that ends within this time is not mailed. */
const worthMailAfterMs = 30 * 60_000
/** Issues shown in the list only, because they explain figures or name single orders. */
const quiet = new Set(['incomplete_history', 'skipped_record', 'order_arithmetic', 'refund_above_order'])

/**
 * Notifies the people in charge of new issues that need attention, once per issue. People who opted out get no mail. An issue
 * that is over may be reported again when it recurs.
 */
export async function tellPeople(
  ctx: ShopContext,
  issues: readonly HealthIssue[],
  send: (news: HealthNews) => Promise<void>,
): Promise<number> {
  const { queries, shop, clock } = ctx
  const now = clock.now()
  const open = issues.filter(({ severity, kind }) => severity !== 'note' && !quiet.has(kind))
  const told = await readReported(queries, shop.id)
  const isReported = ({ kind, key }: HealthIssue) => told.some((one) => one.kind === kind && one.key === key)
  const fresh = open.filter(
    (issue) => !isReported(issue) && now.getTime() - Date.parse(issue.since) >= worthMailAfterMs,
  )
  if (fresh.length > 0) {
    for (const to of await listAddresses(ctx)) await send({ to, shop, issues: fresh })
  }
  // Afterwards: a process that dies in between notifies people twice rather than not at all.
  await saveReported(queries, shop.id, { issues: [...open.filter(isReported), ...fresh], at: now })
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

/** A notification for operators of the installation. */
export interface OperatorNews {
  readonly to: string
  readonly issues: readonly Pick<InstallationIssue, 'title' | 'advice'>[]
}

const reportedUnder = 'told to the operator'
const Reported = z.object({ keys: z.array(z.string()) })
/** A pause that ends within this time is not mailed. */
const worthMailMs = 30 * 60_000

/**
 * Notifies the operators of new issues with the whole installation, once per issue, however many shops and connections are
 * affected. Returns how many were reported.
 */
export async function tellOperator(
  look: InstallationLook,
  send: (news: OperatorNews) => Promise<void>,
): Promise<number> {
  const { queries } = look
  const issues = (await listInstallationIssues(look)).filter(isWorthMail)
  const told = Reported.safeParse(await findInstallationValue(queries, reportedUnder)).data?.keys ?? []
  const nameOf = ({ kind, key }: InstallationIssue) => `${kind} ${key}`
  const fresh = issues.filter((issue) => !told.includes(nameOf(issue)))
  if (fresh.length > 0) for (const to of await listOperators(queries)) await send({ to, issues: fresh })
  const keys = issues.map(nameOf)
  // Afterwards: a process that dies in between notifies people twice rather than not at all.
  if (String(keys) !== String(told)) await saveInstallationValue(queries, reportedUnder, { keys })
  return fresh.length
}

function isWorthMail({ since, until }: InstallationIssue): boolean {
  return until === null || Date.parse(until) - Date.parse(since) >= worthMailMs
}

/** Owners and admins of the first organisation, which belongs to the person who set up the installation. */
async function listOperators(queries: Db): Promise<string[]> {
  const [first] = await listOrganisations(queries)
  if (!first) return []
  const addresses: string[] = []
  for (const member of await listMembers(queries, first.id)) {
    const actor = { kind: 'person', id: member.personId, role: toRole(member.role), shops: 'all' } as const
    if (!permissionsOf(actor).includes('shops:write')) continue
    const { dataHealth } = NotificationSettings.parse((await readPerson(queries, member.personId)).notifications)
    if (dataHealth && member.email !== '') addresses.push(member.email)
  }
  return addresses
}
