import type { ConnectorContext } from '../contract.ts'
import { hostsOf } from './hosts.ts'

/** Gives the grant back; it ends for every connection of the same Google login. A grant that is dead already is no failure. */
export async function revoke({ settings, app, http, signal }: ConnectorContext): Promise<void> {
  const token = settings['refreshToken']
  // A pasted token is its owner's, who may use it elsewhere.
  if (!token) return
  await http.request({
    method: 'POST',
    url: hostsOf(app).revoke,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
    repeatable: true,
    retries: 2,
    signal,
  })
}
