import {
  type Db,
  findInstallationValue,
  listMembers,
  listOrganisations,
  readPerson,
  saveInstallationValue,
} from '@tillsight/database'
import { z } from 'zod'
import { permissionsOf, toRole } from '../context/index.ts'
import { type InstallationIssue, type InstallationLook, listInstallationIssues } from '../health/index.ts'
import { NotificationSettings } from '../inputs/index.ts'

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
