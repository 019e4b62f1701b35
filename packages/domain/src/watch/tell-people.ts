import {
  type Db,
  findInstallationValue,
  listMembers,
  listOrganisations,
  readPerson,
  readTold,
  saveInstallationValue,
  saveTold,
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

/** What somebody who runs the installation is told. */
export interface OperatorNews {
  readonly to: string
  readonly issues: readonly Pick<InstallationIssue, 'title' | 'advice'>[]
}

const toldUnder = 'told to the operator'
const Told = z.object({ keys: z.array(z.string()) })
/** A pause that is over within this time is nobody's mail. */
const worthMailMs = 30 * 60_000

/**
 * Tells those who run the installation what is new and concerns all of it, once for as long as it lasts, however many shops
 * and connections wait. Returns how much was told.
 */
export async function tellOperator(
  look: InstallationLook,
  send: (news: OperatorNews) => Promise<void>,
): Promise<number> {
  const { queries } = look
  const issues = (await listInstallationIssues(look)).filter(isWorthMail)
  const told = Told.safeParse(await findInstallationValue(queries, toldUnder)).data?.keys ?? []
  const nameOf = ({ kind, key }: InstallationIssue) => `${kind} ${key}`
  const fresh = issues.filter((issue) => !told.includes(nameOf(issue)))
  if (fresh.length > 0) for (const to of await listOperators(queries)) await send({ to, issues: fresh })
  const keys = issues.map(nameOf)
  // Afterwards: a process that dies in between tells somebody twice rather than nobody.
  if (String(keys) !== String(told)) await saveInstallationValue(queries, toldUnder, { keys })
  return fresh.length
}

function isWorthMail({ since, until }: InstallationIssue): boolean {
  return until === null || Date.parse(until) - Date.parse(since) >= worthMailMs
}

/** Owners and admins of the first organisation, which is that of whoever set the installation up. */
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
