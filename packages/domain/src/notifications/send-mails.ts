import { createHash } from 'node:crypto'
import type { Clock, PersonId } from '@tillsight/core'
import {
  claimMail,
  type Database,
  type DeliveryRow,
  endMail,
  endStaleMails,
  findPerson,
  listMembers,
  listMemberships,
  type PersonRow,
  putMailBack,
  readPerson,
  refuseAddress,
  type StoredMail,
} from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import type { Log } from '../context/index.ts'
import { deliver, describeRefusal } from './deliver.ts'

/** What became of a mail that was handed to the mail server. */
export interface MailOutcome {
  /**
   * `refused`: the recipient's address, for good; `failed`: this mail, for good; `later`: certainly not accepted for now;
   * `unknown`: the server did not say whether it accepted it.
   */
  readonly state: 'sent' | 'refused' | 'failed' | 'later' | 'unknown'
  /** In the server's words; empty when it was sent. */
  readonly reason: string
}

/** A mail as the transport takes it. */
export interface OutgoingMail extends StoredMail {
  readonly to: string
  /** The same for one delivery, whoever sends it. */
  readonly key: string
}

/** Services that sending needs. */
export interface SendServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** The shops that are open to a person at this moment, in their role there. */
  openShopsOf(person: PersonId): Promise<readonly ConnectionContext[]>
  /** Hands a mail to the mail server. Never throws for what the server says. */
  sendMail(mail: OutgoingMail): Promise<MailOutcome>
}

/** A server takes some seconds for a mail; whoever claimed one longer ago is gone. */
const claimedForMs = 10 * 60_000
/** What waited for a day is old news; the inbox has it. */
const waitsForMs = 24 * 3_600_000
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
/** After so many failures in a row the server is left alone until the next round. */
const mostFailures = 3

/**
 * Sends the mails that are due. Each is claimed first, in a transaction of its own, and never sent again if this process dies
 * with it: better none than two. Returns how many were sent.
 */
export async function sendWaitingMails(services: SendServices, signal?: AbortSignal): Promise<number> {
  const { db, clock } = services
  const at = clock.now()
  await endStaleMails(db.kysely, {
    claimedBefore: new Date(at.getTime() - claimedForMs),
    waitingBefore: new Date(at.getTime() - waitsForMs),
    at,
    reasons: {
      claimed: 'Tillsight stopped while it was being sent, so it may never have arrived.',
      waiting: 'The mail server could not be reached for a day.',
    },
  })
  let sent = 0
  let failures = 0
  while (failures < mostFailures && signal?.aborted !== true) {
    const row = await claimMail(db.kysely, clock.now())
    if (row === undefined) break
    const { state } = await sendOne(services, row)
    if (state === 'sent') sent += 1
    failures = state === 'later' || state === 'unknown' ? failures + 1 : 0
  }
  return sent
}

async function sendOne(services: SendServices, row: DeliveryRow): Promise<MailOutcome> {
  const { db, clock, log } = services
  const { outcome, person } = await attempt(services, row)
  const { state, reason } = outcome
  const at = clock.now()
  if (state === 'later') {
    const pause = Math.min(firstPauseMs * 2 ** (row.attempts - 1), longestPauseMs)
    await putMailBack(db.kysely, row.id, { until: new Date(at.getTime() + pause), reason })
  } else if (state === 'refused' && person) {
    await db.transaction(async (queries) => {
      await endMail(queries, row.id, { state: 'failed', reason: describeRefusal(person.email), at })
      await refuseAddress(queries, person.id, person.email)
      await tellOfRefusal({ queries, clock, zone: 'UTC' }, person)
    })
  } else {
    await endMail(db.kysely, row.id, { state: state === 'refused' ? 'failed' : state, reason, at })
  }
  if (state !== 'sent') log.warn({ delivery: row.id, state, reason }, 'a mail could not be delivered')
  return outcome
}

interface Attempted {
  readonly outcome: MailOutcome
  readonly person?: PersonRow | undefined
}

async function attempt(services: SendServices, row: DeliveryRow): Promise<Attempted> {
  const person = await findPerson(services.db.kysely, row.personId)
  const failed = (reason: string): Attempted => ({ outcome: { state: 'failed', reason }, person })
  if (person === undefined || person.email === '') return failed('Your account has no e-mail address.')
  if (person.email === person.refusedAddress) return failed(describeRefusal(person.email))
  const open = row.shops.length > 0 ? await services.openShopsOf(person.id) : []
  if (!row.shops.every((id) => open.some(({ shop }) => shop.id === id))) {
    return failed('A shop in it is no longer open to you.')
  }
  if (row.mail === null) return failed('Its content is gone.')
  return { outcome: await services.sendMail({ ...row.mail, to: person.email, key: keyOf(row) }), person }
}

/** The delivery's key as letters and digits. */
function keyOf({ kind, shopId, personId, episode, channel }: DeliveryRow): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, shopId, personId, episode, channel]))
    .digest('hex')
    .slice(0, 32)
}

/** Tells the person, and the owners of their organisations, that an address is off. */
async function tellOfRefusal(counter: Parameters<typeof deliver>[0], person: PersonRow): Promise<void> {
  const { queries } = counter
  const shared = {
    kind: 'address',
    shopId: null,
    episode: `${person.id} ${person.email}`,
    shops: [],
    isUrgent: false,
  }
  await deliver(counter, person, {
    ...shared,
    title: 'Your e-mail address refuses our mails',
    body: `${describeRefusal(person.email)} Change it under Account > Security.`,
    link: '/account/security',
    mail: null,
  })
  const who = person.name || person.email
  const title = `Mails to ${who} do not arrive`
  const body = `${describeRefusal(person.email)} Ask ${who} to change it under Account > Security.`
  for (const owner of await listOwners(counter, person)) {
    await deliver(counter, await readPerson(queries, owner), { ...shared, title, body, link: '', mail: null })
  }
}

async function listOwners({ queries }: Pick<Parameters<typeof deliver>[0], 'queries'>, { id }: PersonRow) {
  const owners = new Set<PersonId>()
  for (const { organisationId } of await listMemberships(queries, id)) {
    for (const { personId, role } of await listMembers(queries, organisationId)) {
      if (role === 'owner' && personId !== id) owners.add(personId)
    }
  }
  return owners
}
