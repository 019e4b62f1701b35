import type { ConnectorContext } from '../contract.ts'
import { clientOf, wayOf } from './access.ts'
import { askForToken } from './api.ts'

/** Gives back what was granted on screen. A pasted token may serve other tools as well and is left alone. */
export async function revoke(ctx: ConnectorContext): Promise<void> {
  const { accessToken } = ctx.settings
  const { appId, secret } = clientOf(ctx)
  if (wayOf(ctx.settings) !== 'granted' || !accessToken || secret === '') return
  await askForToken(ctx, {
    path: 'oauth2/revoke_token/',
    body: { app_id: appId, secret, access_token: accessToken },
    isRepeatable: true,
  })
}
