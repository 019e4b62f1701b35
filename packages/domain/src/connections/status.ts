import { type FailureKind, failureKinds, failureRules } from '@tillsight/platforms/connectors'
import { z } from 'zod'

/** The statuses of a connection, by precedence. */
export const connectionStatuses = [
  'paused',
  'needs_reauth',
  'account_state',
  'missing_permission',
  'broken',
  'catching_up',
  'choose_accounts',
  'verifying',
  'backfilling',
  'healthy',
] as const
/** One of {@link connectionStatuses}. */
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** A lasting failure of the whole account or of one stream. Instants are ISO 8601 in UTC. */
export const Problem = z.object({
  kind: z.enum(failureKinds),
  /** Its kind before it had lasted too long. */
  worsenedFrom: z.enum(failureKinds).optional(),
  /** For the merchant; never contains a secret. */
  message: z.string(),
  since: z.iso.datetime(),
  /** Consecutive attempts that failed this way. */
  attempts: z.number().int().nonnegative(),
  /** When it is retried automatically; null = only after somebody acted. */
  retryAt: z.iso.datetime().nullable(),
  /** The installation-wide limit it waits for until then: `Google’s daily limit`. */
  waitsFor: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

/** What a connection's status is derived from. */
export interface StatusInput {
  readonly paused: boolean
  /** Whether the account has passed a check since it was connected. */
  readonly verified: boolean
  /** The problem of the account as a whole. */
  readonly problem: Problem | null
  readonly streams: readonly { readonly label: string; readonly complete: boolean; readonly problem: Problem | null }[]
  /** For an ad platform: nobody has chosen yet which of its accounts belong to the shop. */
  readonly awaitsChoice?: boolean
  readonly now: Date
}

/** The status of a connection, with its message. */
export interface Status {
  readonly status: ConnectionStatus
  /** What happened, what it means, what to do; null when there is nothing to report. */
  readonly message: string | null
  readonly since: string | null
  /** The limit that is waited for, and until when; formatted in the reader's time zone. */
  readonly waiting: Waiting | null
}

/** An installation-wide limit that has to pass. */
export const Waiting = z.object({ for: z.string(), until: z.iso.datetime() })
export type Waiting = z.infer<typeof Waiting>

const statusOfFailure: Readonly<Record<FailureKind, ConnectionStatus | null>> = {
  reauth: 'needs_reauth',
  permission: 'missing_permission',
  throttled: 'catching_up',
  transient: 'catching_up',
  too_big: null,
  bad_request: 'broken',
  account_state: 'account_state',
  not_found: null,
}

/** The one status of an account: the gravest thing that its owner should know now. */
export function statusOf(input: StatusInput): Status {
  const calm = { since: null, waiting: null }
  if (input.paused) return { status: 'paused', message: 'Paused: nothing is fetched until you resume it.', ...calm }
  const reported = problemsToTell(input)
  for (const status of connectionStatuses) {
    const [first, ...others] = reported.filter((problem) => statusOfFailure[problem.kind] === status)
    if (first) return { status, message: sentence(first, others.length), since: first.since, waiting: waitingOf(first) }
  }
  if (!input.verified) return { status: 'verifying', message: 'The account is being checked.', ...calm }
  if (input.awaitsChoice) return { status: 'choose_accounts', message: chooseFirst, ...calm }
  const complete = input.streams.every((stream) => stream.complete)
  return { status: complete ? 'healthy' : 'backfilling', message: null, ...calm }
}

function waitingOf({ waitsFor, retryAt }: Problem): Waiting | null {
  return waitsFor === undefined || retryAt === null ? null : { for: waitsFor, until: retryAt }
}

const chooseFirst =
  'Choose which ad accounts belong to this shop. Until then nothing is read, and their costs are in no metric.'

interface ReportedProblem extends Problem {
  readonly stream: string | null
}

/** Temporary problems are shown after their kind's grace period; a limit with a known end at once. */
function problemsToTell({ problem, streams, now }: StatusInput): ReportedProblem[] {
  const all: ReportedProblem[] = problem ? [{ ...problem, stream: null }] : []
  for (const { label, problem: own } of streams) if (own) all.push({ ...own, stream: label })
  return all
    .filter(({ kind, since, waitsFor }) => {
      const { tellAfterMs } = failureRules[kind]
      if (waitsFor !== undefined) return true
      return tellAfterMs !== null && now.getTime() - Date.parse(since) >= tellAfterMs
    })
    .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
}

function sentence({ message, stream }: ReportedProblem, others: number): string {
  const where = stream === null ? message : `${stream}: ${message}`
  return others === 0 ? where : `${where} (${others} more like this)`
}
