import { buffer } from 'node:stream/consumers'
import { type MailFailure, toMailFailure } from '@tillsight/auth'
import type { PersonId } from '@tillsight/core'
import {
  type ConnectionContext,
  createPersonReads,
  type DigestServices,
  followFacts,
  type MailOutcome,
  type OutgoingMail,
  openShopsFor,
  personActor,
  type RenderAlerts,
} from '@tillsight/domain'
import type { Runtime } from '../runtime.ts'
import { renderAlerts } from './render-alerts.ts'
import { renderDigest } from './render-digest.ts'

/** Services of digests and mails in this process, on background connections. */
export function createNotificationServices(runtime: Runtime): DigestServices {
  const { stores, clock, log } = runtime
  return {
    ...digestServices(runtime, stores.background),
    db: stores.background.database,
    clock,
    log,
    sendMail: (mail) => sendMail(runtime, mail),
  }
}

/** The part of them that a request needs, on its own connections. */
export function digestServices(
  runtime: Runtime,
  stores: Pick<Runtime['stores'], 'database' | 'warehouse'>,
): Pick<DigestServices, 'openShopsOf' | 'renderDigest'> {
  return {
    openShopsOf: (person) => openShops(runtime, stores, person),
    renderDigest: (digest) => {
      const siteUrl = runtime.own.url()
      return renderDigest(digest, { siteUrl, unsubscribe: (id) => `${siteUrl}${runtime.unsubscribeLinks.pathOf(id)}` })
    },
  }
}

/** Puts alerts into words, with links to this installation. */
export function alertRenderer({ own, unsubscribeLinks }: Runtime): RenderAlerts {
  return (news) => {
    const siteUrl = own.url()
    return renderAlerts(news, { siteUrl, unsubscribe: (alert) => `${siteUrl}${unsubscribeLinks.pathOf(alert)}` })
  }
}

async function openShops(
  { clock, log, identityKey, connections: services }: Runtime,
  { database: db, warehouse }: Pick<Runtime['stores'], 'database' | 'warehouse'>,
  person: PersonId,
): Promise<ConnectionContext[]> {
  const personReads = createPersonReads(db.kysely, person)
  const ctx = { actor: personActor(person), person, db, queries: db.kysely, clock, log, personReads }
  const opened = await openShopsFor(ctx, { warehouse, identityKey, follower: followFacts })
  return opened.map((shop) => ({ ...shop, services }))
}

const stateOf = { address: 'refused', mail: 'failed', later: 'later', unknown: 'unknown' } as const satisfies Record<
  MailFailure['kind'],
  MailOutcome['state']
>

async function sendMail(
  { auth, log, exportFiles }: Runtime,
  { key, attached = [], ...mail }: OutgoingMail,
): Promise<MailOutcome> {
  try {
    const attachments: { filename: string; content: Buffer }[] = []
    for (const { file, name } of attached) {
      const content = await exportFiles.open(file)
      if (content === undefined) return { state: 'failed', reason: 'The file that was to go with it is gone.' }
      attachments.push({ filename: name, content: await buffer(content) })
    }
    await auth.mail.send({ ...mail, id: key, ...(attachments.length > 0 && { attachments }) })
    return { state: 'sent', reason: '' }
  } catch (error) {
    log.debug({ err: error }, 'a mail was not accepted')
    const { kind, reason } = toMailFailure(error)
    return { state: stateOf[kind], reason }
  }
}
