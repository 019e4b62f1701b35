import { createHash, createHmac } from 'node:crypto'
import type {
  AppField,
  ConnectExchange,
  ConnectionSettings,
  ConnectMethod,
  ConnectRedirect,
  ConnectStart,
} from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import { requestToken, toSettings } from './access.ts'
import { dataManagerScope } from './data-manager.ts'
import { hostsOf } from './hosts.ts'

/** The scope for Google Ads; Google has no read-only one. */
export const adsScope = 'https://www.googleapis.com/auth/adwords'

/** The user's identity is requested too, so that messages can name the login. */
const wantedScopes = ['openid', 'email', adsScope]

/** Sending conversions to Google has a scope of its own, requested only if the operator wants that. */
function scopesOf(own: ConnectionSettings): readonly string[] {
  return /^(?:1|true|yes|on)$/i.test(own['sendConversions'] ?? '') ? [...wantedScopes, dataManagerScope] : wantedScopes
}

const app: readonly AppField[] = [
  {
    key: 'clientId',
    variable: 'GOOGLE_ADS_CLIENT_ID',
    help: 'Client ID of your OAuth client: Google Cloud console > Google Auth Platform > Clients',
    secret: false,
    required: true,
  },
  {
    key: 'clientSecret',
    variable: 'GOOGLE_ADS_CLIENT_SECRET',
    help: 'Client secret of the same OAuth client; begins with GOCSPX-',
    secret: true,
    required: true,
  },
  {
    key: 'developerToken',
    variable: 'GOOGLE_ADS_DEVELOPER_TOKEN',
    help: 'Leave it empty: Google needs none since September 2026',
    secret: true,
    required: false,
  },
  {
    key: 'sendConversions',
    variable: 'GOOGLE_ADS_SEND_CONVERSIONS',
    help: '1: people who connect are also asked for the permission to tell Google of orders (scope datamanager)',
    secret: false,
    required: false,
  },
  {
    key: 'adsUrl',
    variable: 'GOOGLE_ADS_URL',
    help: 'Where the Google Ads API is reached; https://googleads.googleapis.com by default',
    secret: false,
    required: false,
    simulated: true,
  },
  {
    key: 'oauthUrl',
    variable: 'GOOGLE_OAUTH_URL',
    help: 'One address for signing in, tokens and revoking; Google’s own by default',
    secret: false,
    required: false,
    simulated: true,
  },
]

/** The authorisation code grant with PKCE. */
const authorise: ConnectRedirect = {
  start,
  exchange,
  returned(query) {
    return { state: query['state'] ?? '', accepted: query['code'] !== undefined }
  },
}

export const connect: ConnectMethod = {
  fields: [
    {
      key: 'token',
      label: 'Refresh token',
      help: 'Of an OAuth client of your own, with the permission for Google Ads; begins with 1//',
      type: 'password',
      secret: true,
      required: false,
    },
    {
      key: 'clientId',
      label: 'Client ID',
      help: 'Of that OAuth client; leave it empty if the token belongs to the client of this installation',
      type: 'text',
      secret: false,
      required: false,
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      help: 'Of that OAuth client; begins with GOCSPX-',
      type: 'password',
      secret: true,
      required: false,
    },
  ],
  grants: ['accessToken', 'refreshToken'],
  app,
  redirect: authorise,
}

function start({ values, state, returnUrl, app: own }: ConnectStart): string {
  const query = new URLSearchParams({
    client_id: own['clientId'] ?? '',
    redirect_uri: returnUrl,
    response_type: 'code',
    scope: scopesOf(own).join(' '),
    access_type: 'offline',
    // Without it a second connection gets no refresh token.
    prompt: 'consent',
    include_granted_scopes: 'true',
    state,
    code_challenge: createHash('sha256').update(verifierOf(state, own)).digest('base64url'),
    code_challenge_method: 'S256',
    ...(values['login'] ? { login_hint: values['login'] } : {}),
  })
  return `${hostsOf(own).auth}?${query}`
}

/**
 * The PKCE verifier: it cannot be derived without the client secret, and need not be stored between the two halves of the
 * flow.
 */
function verifierOf(state: string, own: ConnectionSettings): string {
  return createHmac('sha256', own['clientSecret'] ?? '')
    .update(`pkce ${state}`)
    .digest('base64url')
}

async function exchange(input: ConnectExchange): Promise<ConnectionSettings> {
  const { query, app: own, http, clock, returnUrl } = input
  const response = await requestToken(http, {
    app: own,
    body: {
      grant_type: 'authorization_code',
      code: query['code'] ?? '',
      client_id: own['clientId'] ?? '',
      client_secret: own['clientSecret'] ?? '',
      redirect_uri: returnUrl,
      code_verifier: verifierOf(query['state'] ?? '', own),
    },
    repeatable: false,
  }).catch((error: unknown) => {
    throw toCodeFailure(error)
  })
  if (!(response.scope ?? '').split(' ').includes(adsScope)) throw unticked()
  if (!response.refresh_token) throw withoutLastingAccess()
  return { ...toSettings(response, { clock }), grantedAt: clock.now().toISOString() }
}

/** A refused code was used already or has expired; existing access still works. */
function toCodeFailure(error: unknown): unknown {
  if (!isConnectorError(error) || error.failure.platformCode !== 'invalid_grant') return error
  return new ConnectorError({
    kind: 'bad_request',
    message: 'The answer did not come from Google in time, or not for this attempt. Start connecting again.',
    platformCode: 'callback',
  })
}

function unticked(): ConnectorError {
  return new ConnectorError({
    kind: 'permission',
    message:
      'The permission for Google Ads was not given: its box was left empty at Google. Connect again and leave the box for Google Ads ticked; Tillsight changes nothing there.',
    platformCode: 'scope',
  })
}

function withoutLastingAccess(): ConnectorError {
  return new ConnectorError({
    kind: 'reauth',
    message:
      'Google gave access for one hour only. Remove Tillsight at myaccount.google.com/connections and connect again.',
    platformCode: 'no_refresh_token',
  })
}
