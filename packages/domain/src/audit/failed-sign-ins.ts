import { createHash } from 'node:crypto'
import type { Clock, PersonId } from '@tillsight/core'
import { countFailedSignIn, type Database, type Db, type FailedSignInRow, takeFailedSignIns } from '@tillsight/database'
import { type Actor, personActor } from '../context/index.ts'
import { recordOwnAudit } from './record.ts'

/** Attempts within a quarter of an hour are one entry, however many they are. */
const countedTogetherMs = 15 * 60_000
/** Names that belong to nobody share this many places, so that nobody fills the table by making up names. */
const placesOfNobody = 4096
const atOnce = 500

/** An attempt to sign in that failed. */
export interface FailedSignIn {
  readonly step: FailedSignInRow['step']
  /** Null: what was typed names nobody. */
  readonly person: PersonId | null
  readonly typed: string
  /** Where it came from, as far as that may be kept. */
  readonly network: string
  readonly agent: string
}

const mostAgentLength = 300

/**
 * Counts it, until {@link tellFailedSignIns} writes it down. For a name that belongs to nobody the same is done in the same statement,
 * so that neither the answer nor its time tells who has an account.
 */
export async function noteFailedSignIn(
  { queries, clock }: { readonly queries: Db; readonly clock: Clock },
  { step, person, typed, network, agent }: FailedSignIn,
): Promise<void> {
  const place = createHash('sha256').update(typed).digest().readUInt32BE() % placesOfNobody
  const now = clock.now().getTime()
  await countFailedSignIn(queries, {
    subject: person ?? `nobody ${place}`,
    step,
    since: new Date(now - (now % countedTogetherMs)),
    personId: person,
    network,
    agent: agent.slice(0, mostAgentLength),
  })
}

/** Writes one entry for all attempts of a quarter of an hour at somebody's account; of those at nobody's nothing stays. */
export async function tellFailedSignIns({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const before = new Date(clock.now().getTime() - countedTogetherMs)
  for (;;) {
    const told = await db.transaction(async (queries) => {
      const rows = await takeFailedSignIns(queries, before, atOnce)
      for (const row of rows) await tell({ queries, clock }, row)
      return rows.length
    })
    if (told < atOnce) return
  }
}

async function tell(at: { readonly queries: Db; readonly clock: Clock }, row: FailedSignInRow): Promise<void> {
  const { personId, step, attempts, since, network, agent } = row
  if (personId === null) return
  // Whoever shows a factor has shown the password; before that it may have been anybody.
  const isFactor = step === 'factor'
  const actor: Actor = isFactor ? personActor(personId) : { kind: 'job', name: 'Sign-in' }
  await recordOwnAudit({ ...at, actor, origin: { network, agent, request: '' } }, personId, {
    action: isFactor ? 'sign_in.factor_failed' : 'sign_in.failed',
    changes: [
      { field: 'attempts', before: null, after: attempts },
      { field: 'since', before: null, after: since.toISOString() },
    ],
  })
}
