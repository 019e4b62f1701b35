import { escapeHtml, mayReturnTo, page, type Reply, redirect, withQuery } from '../web/exchange.ts'
import type { Consent } from './options.ts'
import { deadToken, type FakeRequest, GraphError, json } from './responses.ts'
import { allScopes, type FakeToken } from './tokens.ts'
import type { World } from './world.ts'

/** `/dialog/oauth`: asks the user, or decides according to the options. */
export function dialog(world: World, request: FakeRequest): Reply {
  const { settings } = world
  const { params } = request
  const back = params.get('redirect_uri') ?? ''
  const { app } = settings
  if (params.get('client_id') !== app.appId)
    return page('Invalid App ID', '<p>The provided app ID does not look like a valid app ID.</p>', 400)
  if (!mayReturnTo(back, app.redirectUrls))
    return page(
      'URL blocked',
      '<p>This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.</p>',
      400,
    )
  const decision = decisionOf(settings.consent, params.get('decision'))
  if (decision === 'ask') return consentPage(world, request)
  return comeBack(world, { back, params, decision })
}

function decisionOf(consent: Consent, pressed: string | null): Consent {
  if (pressed === 'grant' || pressed === 'decline' || pressed === 'partial') return pressed
  return consent
}

function consentPage({ ads, settings }: World, { params, uri }: FakeRequest): Reply {
  const scopes = (params.get('scope') ?? '').split(',')
  const items = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')
  const accounts = ads.source.accounts
    .map(
      ({ id, name }) =>
        `<li><label><input type="checkbox" name="accounts" value="${escapeHtml(id)}" checked> ${escapeHtml(name)}</label></li>`,
    )
    .join('')
  return page(
    `Continue as ${settings.person.name}?`,
    `<p>${escapeHtml(settings.app.name)} asks for:</p><ul>${items}</ul><form method="post" action="${escapeHtml(uri)}"><p>Ad accounts to share:</p><ul>${accounts}</ul>` +
      '<button name="decision" value="grant">Continue</button> <button name="decision" value="partial">Without reading ads</button> <button name="decision" value="decline">Cancel</button></form>',
  )
}

interface Decided {
  readonly back: string
  readonly params: URLSearchParams
  readonly decision: Consent
}

function comeBack(world: World, { back, params, decision }: Decided): Reply {
  const state = params.get('state')
  const told = decision === 'decline' ? declined : { code: codeFor(world, { back, params, decision }) }
  return redirect(`${withQuery(back, { ...told, ...(state === null ? {} : { state }) })}#_=_`)
}

const declined = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
}

function codeFor({ tokens }: World, { back, params, decision }: Decided): string {
  const asked = params.get('scope')?.split(',') ?? [...allScopes]
  const refused = decision === 'partial' ? ['ads_read'] : []
  const chosen = params.getAll('accounts')
  return tokens.makeCode(back, {
    scopes: asked.filter((scope) => !refused.includes(scope)),
    declined: refused,
    accounts: chosen.length === 0 ? null : chosen,
  })
}

/** `/oauth/access_token`: a short token for a code, or a long one for a token that works. */
export function accessToken(world: World, { params }: FakeRequest): Reply {
  const { app } = world.settings
  if (params.get('client_id') !== app.appId)
    throw new GraphError(101, {
      message: 'Error validating application. Cannot get application info due to a system error.',
    })
  if (params.get('client_secret') !== app.appSecret)
    throw new GraphError(1, { message: 'Error validating client secret.', status: 400 })
  if (params.get('grant_type') === 'fb_exchange_token') {
    const token = world.tokens.find(params.get('fb_exchange_token') ?? '')
    if (token === undefined) throw deadToken(0)
    const death = world.tokens.deathOf(token)
    if (death !== null) throw deadToken(death)
    return handOut(world, world.tokens.extend(token))
  }
  if (params.get('grant_type') === 'client_credentials') {
    return json({ access_token: `${app.appId}|${app.appSecret}`, token_type: 'bearer' })
  }
  const redeemed = world.tokens.redeem(params.get('code') ?? '', params.get('redirect_uri') ?? '')
  if (redeemed === 'other_uri') {
    throw new GraphError(100, {
      subcode: 36_008,
      message:
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    })
  }
  if (redeemed === undefined)
    throw new GraphError(100, { subcode: 36_009, message: 'This authorization code has been used.' })
  return handOut(world, redeemed)
}

function handOut({ settings }: World, { token, expiresAt }: FakeToken): Reply {
  const seconds = expiresAt === null ? null : Math.round((expiresAt - settings.now().getTime()) / 1_000)
  return json({ access_token: token, token_type: 'bearer', ...(seconds === null ? {} : { expires_in: seconds }) })
}

/** `/debug_token`: describes a token; requires the app's own credentials. */
export function debugToken(world: World, request: FakeRequest): Reply {
  const { app } = world.settings
  const asking = (request.headers['authorization'] ?? '').replace(/^Bearer /, '') || request.params.get('access_token')
  if (asking !== `${app.appId}|${app.appSecret}`) {
    throw new GraphError(190, { message: 'Invalid OAuth access token signature.', status: 400 })
  }
  const token = world.tokens.find(request.params.get('input_token') ?? '')
  if (token === undefined) {
    const error = { code: 190, message: 'Malformed access token' }
    return json({ data: { error, is_valid: false, scopes: [] } })
  }
  if (token.appId !== app.appId) {
    throw new GraphError(100, { message: '(#100) The App_id in the input_token did not match the Viewing App' })
  }
  const death = world.tokens.deathOf(token)
  const seconds = (at: number | null) => (at === null ? 0 : Math.floor(at / 1_000))
  return json({
    data: {
      app_id: token.appId,
      type: token.kind === 'system' ? 'SYSTEM_USER' : 'USER',
      application: app.name,
      data_access_expires_at: seconds(token.dataAccessUntil),
      expires_at: seconds(token.expiresAt),
      issued_at: seconds(token.issuedAt),
      is_valid: death === null,
      scopes: token.scopes,
      granular_scopes: token.accounts === null ? [] : [{ scope: 'ads_read', target_ids: token.accounts }],
      user_id: token.person.id,
      ...(death === null ? {} : { error: { code: 190, subcode: death, message: deadToken(death).message } }),
    },
  })
}
