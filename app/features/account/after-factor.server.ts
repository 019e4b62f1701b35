import { href } from 'react-router'
import type { AccountServices } from '../../identity.ts'

/** Where to go once a factor is on: whoever has no recovery codes makes some first. */
export async function afterFactor(account: Pick<AccountServices, 'recoveryCodesLeft'>): Promise<string> {
  const left = await account.recoveryCodesLeft()
  const page = left === 0 ? href('/account/security/recovery-codes') : href('/account/security')
  return `${page}?done=factor-added`
}
