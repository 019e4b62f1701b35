import { href } from 'react-router'
import type { AppServices } from '../../services.ts'

/** Where to go once a factor is on: whoever has no recovery codes makes some first. */
export async function afterFactor({ run }: Pick<AppServices, 'run'>): Promise<string> {
  const { left } = await run('recovery_code.count')
  const page = left === 0 ? href('/account/security/recovery-codes') : href('/account/security')
  return `${page}?done=factor-added`
}
