import { isConnectorError } from '../failures.ts'
import type { Api } from './api.ts'

/** Whether a failure is one of those that pass, although TikTok is well otherwise: then it is of one account alone. */
export async function isFailingAlone(api: Api, error: unknown): Promise<boolean> {
  if (!isConnectorError(error)) return false
  const { kind } = error.failure
  return (kind === 'transient' || kind === 'too_big') && (await isWell(api))
}

/** Whether TikTok answers at all, be it with a refusal. Throws what a dead token throws. */
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
