import type { AppField, ConnectExchange, ConnectionSettings, ConnectMethod, ConnectStart } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { advertisersOf, baseOf, toSettings } from './access.ts'
import { askForToken } from './api.ts'

const app: readonly AppField[] = [
  {
    key: 'appId',
    variable: 'TIKTOK_APP_ID',
    help: 'App ID of your app: TikTok for Business developer portal > My Apps > the app > Basic information',
    secret: false,
    required: true,
  },
  {
    key: 'appSecret',
    variable: 'TIKTOK_APP_SECRET',
    help: 'Secret of your app, shown beside its App ID',
    secret: true,
    required: true,
  },
  {
    key: 'requestsPerSecond',
    variable: 'TIKTOK_REQUESTS_PER_SECOND',
    help: 'How many requests a second TikTok allows the app; 3 by default, which every level bears',
    secret: false,
    required: false,
  },
  {
    key: 'url',
    variable: 'TIKTOK_URL',
    help: 'Where portal and API are; for simulators only, https://business-api.tiktok.com by default',
    secret: false,
    required: false,
    simulated: true,
  },
]

export const connect: ConnectMethod = {
  fields: [
    {
      key: 'token',
      label: 'Access token',
      help: 'A long-term access token of the Business API, made in the developer portal or by another tool',
      type: 'password',
      secret: true,
      required: true,
    },
    {
      key: 'appId',
      label: 'App ID',
      help: 'Of the app that the token was made for; empty: the app of this installation',
      type: 'text',
      secret: false,
      required: false,
    },
    {
      key: 'appSecret',
      label: 'App secret',
      help: 'Beside the App ID; without it TikTok does not list the ad accounts of the token',
      type: 'password',
      secret: true,
      required: false,
    },
    {
      key: 'advertiserIds',
      label: 'Ad account IDs',
      help: 'Only without an app secret: the IDs of the ad accounts, separated by commas',
      type: 'text',
      secret: false,
      required: false,
    },
  ],
  grants: ['accessToken', 'refreshToken'],
  app,
  redirect: {
    start,
    exchange,
    returned: ({ state = '', auth_code: code }) => ({ state, accepted: code !== undefined && code !== '' }),
  },
}

/** The link contains no permissions: those are set for the app, and ticked at TikTok. */
function start({ state, returnUrl, app: own }: ConnectStart): string {
  const query = new URLSearchParams({ app_id: own.appId ?? '', state, redirect_uri: returnUrl })
  return `${baseOf(own)}/portal/auth?${query}`
}

/** Exchanges the code, which works once and for an hour. Sharing no account is reported as such, not as a success. */
async function exchange({ query, app: own, http, clock }: ConnectExchange): Promise<ConnectionSettings> {
  const { auth_code: code = '' } = query
  if (code === '') throw withoutCode()
  const response = await askForToken(
    { http, app: own, clock },
    {
      path: 'oauth2/access_token/',
      body: { app_id: own.appId ?? '', secret: own.appSecret ?? '', auth_code: code },
      isRepeatable: false,
    },
  )
  if (advertisersOf(response).length === 0) throw nothingShared()
  return toSettings(response, clock.now())
}

function withoutCode(): ConnectorError {
  return new ConnectorError({
    kind: 'bad_request',
    message: 'The answer did not come from TikTok, or not for this attempt. Start connecting again.',
    platformCode: 'callback',
  })
}

/** The person ticked no account, or has none. */
export function nothingShared(): ConnectorError {
  return new ConnectorError({
    kind: 'account_state',
    message:
      'No ad account was shared: none was ticked on TikTok’s page, or the person who signed in has none. Connect again and tick at least one ad account, signed in as somebody who manages it.',
    platformCode: 'no_accounts',
  })
}
