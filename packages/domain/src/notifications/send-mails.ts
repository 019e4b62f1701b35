import { createHash } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import {
  claimMail,
  type DeliveryRow,
  findPerson,
  listMembers,
  listMemberships,
  type PersonRow,
  readPerson,
  refuseAddress,
  type StoredMail,
} from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import { deliver, describeRefusal } from './deliver.ts'
import { type ChannelServices, type SendOutcome, sendWaiting } from './send-waiting.ts'

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
export interface SendServices extends ChannelServices {
  /** The shops that are open to a person at this moment, in their role there. */
  openShopsOf(person: PersonId): Promise<readonly ConnectionContext[]>
  /** Hands a mail to the mail server. Never throws for what the server says. */
  sendMail(mail: OutgoingMail): Promise<MailOutcome>
}

/** Sends the mails that are due; see {@link sendWaiting}. */
export async function sendWaitingMails(services: SendServices, signal?: AbortSignal): Promise<number> {
  const mails = { claim: claimMail, mostFailures: 3, send: (row: DeliveryRow) => attempt(services, row) }
  return sendWaiting(services, mails, signal)
}

async function attempt(services: SendServices, row: DeliveryRow): Promise<SendOutcome> {
  const person = await findPerson(services.db.kysely, row.personId)
  const failed = (reason: string): SendOutcome => ({ state: 'failed', reason })
  if (person === undefined || person.email === '') return failed('Your account has no email address.')
  if (person.email === person.refusedAddress) return failed(describeRefusal(person.email))
  if (!(await areOpen(services, row))) return failed('A shop in it is no longer open to you.')
  if (row.mail === null) return failed('Its content is gone.')
  const outcome = await services.sendMail({ ...row.mail, to: person.email, key: keyOf(row) })
  if (outcome.state !== 'refused') return { state: outcome.state, reason: outcome.reason }
  return {
    ...failed(describeRefusal(person.email)),
    async keep(tx) {
      await refuseAddress(tx, person.id, person.email)
      await tellOfRefusal({ queries: tx, clock: services.clock, zone: 'UTC' }, person)
    },
  }
}

/** Whether all shops in a message are open to the person still: whoever lost one since is not told of it any more. */
export async function areOpen(
  services: { openShopsOf(person: PersonId): Promise<readonly Pick<ConnectionContext, 'shop'>[]> },
  { personId, shops }: Pick<DeliveryRow, 'personId' | 'shops'>,
): Promise<boolean> {
  if (shops.length === 0) return true
  const open = await services.openShopsOf(personId)
  return shops.every((id) => open.some(({ shop }) => shop.id === id))
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
    title: 'Your email address refuses our emails',
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
