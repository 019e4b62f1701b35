import type { AdAccountProblem } from './ad-records.ts'
import { ConnectorError, type FailureKind } from './failures.ts'

/** What the trouble of an account is for a connection that has no other account to read. */
const kinds: Readonly<Record<AdAccountProblem['kind'], FailureKind>> = {
  permission: 'permission',
  account_state: 'account_state',
  not_found: 'account_state',
  changed: 'account_state',
  failing: 'transient',
}

/** A problem of one account as the failure that it is when no other can be read either: nothing may look complete then. */
export function refusalOf({ kind, message }: AdAccountProblem): ConnectorError {
  return new ConnectorError({ kind: kinds[kind], message, platformCode: kind === 'changed' ? 'changed' : 'accounts' })
}
