import type {
  AppField,
  ConnectExchange,
  ConnectionSettings,
  ConnectMethod,
  ConnectRedirect,
  ConnectStart,
} from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { extend } from './access.ts'
import { hasCode } from './failures.ts'
import { dialogUrl } from './platform-urls.ts'
import { requestToken } from './token-responses.ts'

/** The requested permissions: reading ads, and seeing accounts that a business owns. */
export const wantedScopes = ['ads_read', 'business_management'] as const

const app: readonly AppField[] = [
  {
    key: 'appId',
    variable: 'META_APP_ID',
    help: 'App ID of your app: developers.facebook.com > My apps > the app > App settings > Basic',
    secret: false,
    required: true,
  },
  {
    key: 'appSecret',
    variable: 'META_APP_SECRET',
    help: 'App secret of your app, shown beside the app ID',
    secret: true,
    required: true,
  },
  {
    key: 'configId',
    variable: 'META_LOGIN_CONFIG_ID',
    help: 'Configuration ID of Facebook Login for Business, if your app uses that instead of permissions by name',
    secret: false,
    required: false,
  },
  {
    key: 'version',
    variable: 'META_API_VERSION',
    help: 'Version of the Graph API to speak, such as v26.0, if Meta has switched off the built-in one',
    secret: false,
    required: false,
  },
  {
    key: 'graphUrl',
    variable: 'META_GRAPH_URL',
    help: 'Where the Graph API is; for simulators only, https://graph.facebook.com by default',
    secret: false,
    required: false,
    simulated: true,
  },
  {
    key: 'dialogUrl',
    variable: 'META_DIALOG_URL',
    help: 'Where people agree; for simulators only, https://www.facebook.com by default',
    secret: false,
    required: false,
    simulated: true,
  },
]

/** The authorisation code grant; Meta has no refresh tokens, so the short token is traded for a long one at once. */
const authorise: ConnectRedirect = {
  start,
  exchange,
  returned(query) {
    return { state: query.state ?? '', accepted: query.code !== undefined && query.error === undefined }
  },
}

export const connect: ConnectMethod = {
  fields: [
    {
      key: 'token',
      label: 'Access token of a system user',
      help: 'Business settings > System users > Generate new token, with ads_read; instead of agreeing at Facebook',
      type: 'password',
      secret: true,
      required: false,
    },
    {
      key: 'appSecret',
      label: 'App secret of the token’s app',
      help: 'Needed only if that app requires it (App settings > Advanced > Require app secret)',
      type: 'password',
      secret: true,
      required: false,
    },
  ],
  grants: ['accessToken'],
  app,
  redirect: authorise,
}

function start({ state, returnUrl, app: own }: ConnectStart): string {
  const query = new URLSearchParams({
    client_id: own.appId ?? '',
    redirect_uri: returnUrl,
    state,
    response_type: 'code',
    // Without it, Meta does not ask again for permissions that were once declined.
    auth_type: 'rerequest',
    ...(own.configId ? { config_id: own.configId } : { scope: wantedScopes.join(',') }),
  })
  return `${dialogUrl(own)}?${query}`
}

async function exchange(input: ConnectExchange): Promise<ConnectionSettings> {
  const { query, app: own, http, returnUrl } = input
  if (!query.code) throw notGenuine()
  try {
    const short = await requestToken(http, own, { form: { code: query.code, redirect_uri: returnUrl }, retries: 0 })
    return await extend(input, short.access_token)
  } catch (error) {
    if (hasCode(error, 100) || hasCode(error, 1)) throw notGenuine()
    throw error
  }
}

/** Does not say what was wrong: that would help whoever forged the address. */
function notGenuine(): ConnectorError {
  return new ConnectorError({
    kind: 'bad_request',
    message: 'The answer did not come from Meta in time, or not for this attempt. Start connecting again.',
    platformCode: 'callback',
  })
}
