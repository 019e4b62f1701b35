import type { AdAccount, AdAccountRecord } from '../ad-records.ts'
import { ConnectorError, type ConnectorFailure, isConnectorError } from '../failures.ts'
import { isAboutAccount, isAccountQuota } from './failures.ts'
import { type Session, toProblemRecord } from './session.ts'

/** The results by account: one that fails does not keep the others from being read. */
export interface Readings {
  /** Undefined: the account failed, now or before. Throws what concerns more than this account. */
  attempt<T>(account: AdAccount, read: () => Promise<T>): Promise<T | undefined>
  /** Records of the accounts that failed, once each. */
  problems(now: Date): AdAccountRecord[]
  /** Whether every account failed. */
  readonly isHopeless: boolean
  /** Whether one of them has used up its allowance for now. */
  readonly isWaiting: boolean
  /** Throws where there is nothing to be read, or where an account has to wait. */
  finish(): void
}

/** Starts reading the accounts of a session. */
export function openReadings(session: Session): Readings {
  const { accounts } = session
  const failures = new Map<string, ConnectorFailure>()
  const untold = new Map<string, { readonly account: AdAccount; readonly failure: ConnectorFailure }>()
  const isHopeless = () => accounts.length > 0 && failures.size === accounts.length
  // Google may fail for one account for days while all others work.
  const isOfAccount = async (failure: ConnectorFailure) =>
    isAboutAccount(failure) || (isPassing(failure) && (await session.isWell()))
  return {
    async attempt(account, read) {
      if (failures.has(account.id)) return undefined
      try {
        return await read()
      } catch (error) {
        if (!isConnectorError(error)) throw error
        const { failure } = error
        const isToTell = !isAccountQuota(failure)
        if (isToTell && !(await isOfAccount(failure))) throw error
        failures.set(account.id, failure)
        if (isToTell) untold.set(account.id, { account, failure })
        return undefined
      }
    },
    problems(now) {
      const records = [...untold.values()].map(({ account, failure }) => toProblemRecord(account, failure, now))
      untold.clear()
      return records
    },
    get isHopeless() {
      return isHopeless()
    },
    get isWaiting() {
      return [...failures.values()].some(isAccountQuota)
    },
    finish() {
      const all = [...failures.values()]
      const failure = all.find(isAccountQuota) ?? (isHopeless() ? (all.find(isPassing) ?? all[0]) : undefined)
      if (failure) throw new ConnectorError(failure)
    },
  }
}

function isPassing({ kind }: ConnectorFailure): boolean {
  return kind === 'transient' || kind === 'too_big'
}
