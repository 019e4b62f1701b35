// People, shops and a mail server for tests of digests and deliveries.
import type { PersonId } from '@tillsight/core'
import type { Database } from '@tillsight/database'
import { type PersonContext, personActor } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { openShopsFor, type ShopStores } from '../shops/index.ts'
import type { Digest } from './digest.ts'
import type { DigestServices } from './make-digest.ts'
import type { MailOutcome, OutgoingMail } from './send-mails.ts'

/** Renders digests as their data. */
export function testDigests(
  stores: ShopStores,
  around: Pick<PersonContext, 'db' | 'clock' | 'log'>,
): Pick<DigestServices, 'openShopsOf' | 'renderDigest'> {
  return {
    async openShopsOf(person: PersonId) {
      const ctx = { ...around, actor: personActor(person), person, queries: around.db.kysely }
      return (await openShopsFor(ctx, stores)).map((shop) => ({ ...shop, services: servicesWithoutNetwork }))
    },
    renderDigest: (digest: Digest) => ({
      subject: `${digest.every} ${digest.period.from}..${digest.period.to}`,
      html: '<p>Figures</p>',
      text: JSON.stringify(digest),
      headers: {},
      body: JSON.stringify(digest),
      link: '/',
    }),
  }
}

/** A mail server that says what the test wants. */
export interface TestPost {
  readonly mails: OutgoingMail[]
  /** The next answers; `sent` once they are used up. A function is called in place of the server. */
  readonly answers: (MailOutcome | (() => Promise<MailOutcome>))[]
  sendMail(mail: OutgoingMail): Promise<MailOutcome>
}

/** See {@link TestPost}; `always` answers every mail. */
export function createTestPost(always?: MailOutcome): TestPost {
  const post: TestPost = {
    mails: [],
    answers: [],
    async sendMail(mail) {
      const answer = post.answers.shift() ?? always ?? { state: 'sent', reason: '' }
      const outcome = typeof answer === 'function' ? await answer() : answer
      if (outcome.state === 'sent') post.mails.push(mail)
      return outcome
    },
  }
  return post
}

/** All deliveries of a person, the oldest first. */
export function deliveriesOf(db: Database, person: PersonId) {
  return db.kysely
    .selectFrom('deliveries')
    .selectAll()
    .where('personId', '=', person)
    .orderBy('createdAt')
    .orderBy('channel')
    .execute()
}
