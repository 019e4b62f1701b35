import { createHash } from 'node:crypto'
import {
  type Db,
  findInstallationValue,
  listMembers,
  listOrganisations,
  type PersonRow,
  readPerson,
  readReported,
  type StoredMail,
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
import { deliver, listPeopleWhoMay, type Notice } from '../notifications/index.ts'
import { needsSomebody } from './announce-findings.ts'

/** A notification about the data of a shop. */
export interface HealthNews {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly issues: readonly Pick<HealthIssue, 'severity' | 'title' | 'advice'>[]
}

/** A failure that ends within this time is not mailed. */
const worthMailAfterMs = 30 * 60_000

/**
 * Notifies the people in charge of new issues that need attention, once per issue: here, and by mail unless they opted out. An
 * issue that is over may be reported again when it recurs.
 */
export async function tellPeople(
  ctx: ShopContext,
  issues: readonly HealthIssue[],
  compose: (news: HealthNews) => StoredMail,
): Promise<number> {
  const { queries, organisation, shop, clock } = ctx
  const now = clock.now()
  const open = issues.filter(needsSomebody)
  const told = await readReported(queries, shop.id)
  const isReported = ({ kind, key }: HealthIssue) => told.some((one) => one.kind === kind && one.key === key)
  const fresh = open.filter(
    (issue) => !isReported(issue) && now.getTime() - Date.parse(issue.since) >= worthMailAfterMs,
  )
  if (fresh.length > 0) {
    const mail = compose({ shop, issues: fresh })
    const notice = {
      ...inWords(fresh, mail),
      kind: 'health',
      shopId: shop.id,
      shops: [shop.id],
      episode: episodeOf(fresh.map(({ kind, key, since }) => [kind, key, since])),
      link: `/shop/${encodeURIComponent(shop.domain)}/hub`,
      isUrgent: fresh.some(({ severity }) => severity === 'error'),
    }
    for (const person of await listPeopleWhoMay(queries, 'connections:write', { organisation, shop: shop.id }))
      await tell({ queries, clock, zone: shop.zone }, person, notice)
  }
  // Afterwards: who dies in between tells it again, and the delivery is known by then.
  await saveReported(queries, shop.id, { issues: [...open.filter(isReported), ...fresh], at: now })
  return fresh.length
}

type Words = Pick<Notice, 'title' | 'body' | 'mail'>

function inWords(issues: readonly { readonly title: string; readonly advice: string }[], mail: StoredMail): Words {
  return { title: mail.subject, body: issues.map(({ title, advice }) => `${title}\n${advice}`).join('\n\n'), mail }
}

function episodeOf(issues: readonly (readonly string[])[]): string {
  const names = issues.map((parts) => JSON.stringify(parts)).toSorted((a, b) => (a < b ? -1 : 1))
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 32)
}

/** Whoever opted out of these mails finds them in their inbox all the same. */
async function tell(counter: Parameters<typeof deliver>[0], person: PersonRow, notice: Notice): Promise<void> {
  const { dataHealth } = NotificationSettings.parse(person.notifications)
  await deliver(counter, person, dataHealth ? notice : { ...notice, mail: null })
}

/** A notification for operators of the installation. */
export interface OperatorNews {
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
  compose: (news: OperatorNews) => StoredMail,
): Promise<number> {
  const { queries, clock } = look
  const issues = (await listInstallationIssues(look)).filter(isWorthMail)
  const told = Reported.safeParse(await findInstallationValue(queries, reportedUnder)).data?.keys ?? []
  const nameOf = ({ kind, key }: InstallationIssue) => `${kind} ${key}`
  const fresh = issues.filter((issue) => !told.includes(nameOf(issue)))
  if (fresh.length > 0) {
    const notice = {
      ...inWords(fresh, compose({ issues: fresh })),
      kind: 'installation',
      shopId: null,
      shops: [],
      episode: episodeOf(fresh.map(({ kind, key, since }) => [kind, key, since])),
      link: '/',
      isUrgent: false,
    }
    for (const person of await listOperators(queries)) await tell({ queries, clock, zone: 'UTC' }, person, notice)
  }
  const keys = issues.map(nameOf)
  // Afterwards: who dies in between tells it again, and the delivery is known by then.
  if (String(keys) !== String(told)) await saveInstallationValue(queries, reportedUnder, { keys })
  return fresh.length
}

function isWorthMail({ since, until }: InstallationIssue): boolean {
  return until === null || Date.parse(until) - Date.parse(since) >= worthMailMs
}

/** Owners and admins of the first organisation, which belongs to the person who set up the installation. */
async function listOperators(queries: Db): Promise<PersonRow[]> {
  const [first] = await listOrganisations(queries)
  if (!first) return []
  const people: PersonRow[] = []
  for (const member of await listMembers(queries, first.id)) {
    const actor = { kind: 'person', id: member.personId, role: toRole(member.role), shops: 'all' } as const
    if (permissionsOf(actor).includes('shops:write')) people.push(await readPerson(queries, member.personId))
  }
  return people
}
