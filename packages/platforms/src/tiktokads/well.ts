import { isConnectorError } from '../failures.ts'
import type { Api } from './api.ts'

/** Whether a failure is temporary although TikTok otherwise works: then it concerns one account alone. */
export async function isFailingAlone(api: Api, error: unknown): Promise<boolean> {
  if (!isConnectorError(error)) return false
  const { kind } = error.failure
  return (kind === 'transient' || kind === 'too_big') && (await isWell(api))
}

/** Whether TikTok responds at all, even with a refusal. Throws if the token has expired. */
async function isWell(api: Api): Promise<boolean> {
  try {
    await api.ask({ what: 'who is signed in', path: 'user/info/', retries: 0 })
    return true
  } catch (error) {
    api.ctx.signal.throwIfAborted()
    if (!isConnectorError(error) || error.failure.kind === 'reauth') throw error
    return error.failure.kind !== 'transient' && error.failure.kind !== 'throttled'
  }
}
