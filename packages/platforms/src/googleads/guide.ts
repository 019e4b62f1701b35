import { randomBytes } from 'node:crypto'
import type { ConnectGuide, ConnectionSettings, ConnectorContext } from '../contract.ts'
import type { ConnectorFailure } from '../failures.ts'
import type { ExamineOptions, GuideStep, SetupFinding } from '../guide.ts'
import { attempt, byInstaller, byMerchant, isPassing, ok, unknown, wrong } from '../guide.ts'
import { requestToken, wayOf } from './access.ts'
import { listAccounts } from './accounts.ts'
import { adsScope, connect } from './connect.ts'
import { dataManagerScope } from './data-manager.ts'
import { apiVersion, versionWarning } from './hosts.ts'

/** Checks the OAuth client, the granted scopes and the accounts, as far as each is available. */
async function examineLogin(ctx: ConnectorContext, options: ExamineOptions): Promise<SetupFinding[]> {
  const ofApp = options.way === 'screen' ? await examineClient(ctx, options) : []
  if (wayOf(ctx.settings) !== undefined) return [...ofApp, ...(await examineAccess(ctx))]
  return [...ofApp, notConnected(options)]
}

async function examineClient(ctx: ConnectorContext, { returnUrl }: ExamineOptions): Promise<SetupFinding[]> {
  const { clientId, clientSecret } = ctx.app
  if (!clientId || !clientSecret) return []
  const accepted = await examineCredentials(ctx, { clientId, clientSecret, returnUrl: returnUrl ?? '' })
  if (accepted.state !== 'ok' || returnUrl === null) return [accepted]
  return [accepted, await examineRedirect(ctx, returnUrl)]
}

/** Tests the credentials with a made-up code: wrong credentials are refused before the code is checked. */
async function examineCredentials(
  ctx: ConnectorContext,
  { clientId, clientSecret, returnUrl }: Record<'clientId' | 'clientSecret' | 'returnUrl', string>,
): Promise<SetupFinding> {
  const body = {
    grant_type: 'authorization_code',
    code: randomBytes(16).toString('hex'),
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: returnUrl,
  }
  const asked = await attempt(() =>
    requestToken(ctx.http, { app: ctx.app, body, repeatable: true, signal: ctx.signal }),
  )
  const failure = 'failure' in asked ? asked.failure : undefined
  if (failure && isPassing(failure)) return unknown('app_accepted', 'Whether Google knows the client', failure.message)
  if (failure && failure.platformCode !== 'invalid_grant' && failure.platformCode !== 'redirect_uri_mismatch') {
    const text =
      'Google does not know them. Copy both again from Google Auth Platform > Clients into GOOGLE_ADS_CLIENT_ID and GOOGLE_ADS_CLIENT_SECRET, and start Tillsight again.'
    return wrong('app_accepted', 'Google does not accept the client ID and secret', text)
  }
  return ok('app_accepted', 'Google accepts the client ID and secret', 'Asked at Google’s token address.')
}

/** Google reports an invalid redirect address before anybody signs in. */
async function examineRedirect(ctx: ConnectorContext, returnUrl: string): Promise<SetupFinding> {
  if (wayOf(ctx.settings) === 'granted') {
    return ok('redirect_allowed', 'The redirect address is allowed', 'Somebody has signed in by way of it.')
  }
  const state = randomBytes(16).toString('hex')
  const start = { values: {}, state, callbackUrl: returnUrl, returnUrl, access: 'read', app: ctx.app } as const
  const url = await connect.redirect?.start(start)
  const page = url && (await pageOf(ctx, url))
  if (page && /redirect_uri_mismatch/.test(page)) {
    const text = `Add ${returnUrl} to the authorized redirect URIs of the client, to the letter, under Google Auth Platform > Clients.`
    return wrong('redirect_allowed', 'Google refuses to come back to this installation', text)
  }
  if (page && /org_internal|admin_policy_enforced|invalid_scope/.test(page)) {
    const text = `Google blocks signing in. Under Google Auth Platform > Audience the app has to be External and published, and under Data access it needs the scope ${adsScope}.`
    return wrong('redirect_allowed', 'Google blocks signing in', text)
  }
  const text = `Google has nothing against it so far, and says for certain only when somebody signs in. It has to be ${returnUrl}, to the letter.`
  return unknown('redirect_allowed', 'Whether the redirect address is allowed', text)
}

/** The error on the sign-in page, which Google encodes in the address that it redirects to. */
async function pageOf({ http, signal }: ConnectorContext, url: string): Promise<string | undefined> {
  const asked = await attempt(() => http.request({ method: 'GET', url, retries: 0, signal, judge: () => 'final' }))
  if ('failure' in asked) return undefined
  const packed = URL.canParse(asked.value.url) ? (new URL(asked.value.url).searchParams.get('authError') ?? '') : ''
  const text = Buffer.from(asked.value.body).toString('utf8').slice(0, 200_000)
  return `${text} ${Buffer.from(packed, 'base64').toString('latin1')}`
}

async function examineAccess(ctx: ConnectorContext): Promise<SetupFinding[]> {
  const scopes = ctx.settings.grantedScopes
  if (scopes && !scopes.split(' ').includes(adsScope)) return [withoutScope()]
  const asked = await attempt(() => listAccounts(ctx))
  if ('failure' in asked) return [refused(asked.failure), ...testingFinding(ctx)]
  const readable = asked.value.filter((account) => account.readable)
  const closed = asked.value.filter((account) => !account.readable)
  const login = ctx.settings.login ? `${ctx.settings.login} opens` : 'The login opens'
  const names = readable.map(({ name }) => name).slice(0, 10)
  return [
    readable.length > 0
      ? ok(
          'access',
          `${login} ${readable.length} ${readable.length === 1 ? 'account' : 'accounts'}`,
          `${names.join(', ')}.`,
        )
      : wrong('access', 'No account can be read', closed.map(({ note }) => note ?? '').join(' ')),
    ok('scopes', 'The permission for Google Ads is given', 'Nothing is missing.'),
    ...(readable.length > 0 && closed.length > 0
      ? [
          unknown(
            'accounts',
            `${closed.length} more cannot be read`,
            closed.map(({ name, note }) => `${name}: ${note ?? ''}`).join(' '),
          ),
        ]
      : []),
    ...testingFinding(ctx),
    versionFinding(ctx),
  ]
}

function withoutScope(): SetupFinding {
  const text = 'Connect again under Integrations and leave the box for Google Ads ticked on Google’s page.'
  return wrong('scopes', 'The permission for Google Ads was not given', text)
}

function refused(failure: ConnectorFailure): SetupFinding {
  const { message, platformCode = '' } = failure
  if (/SERVICE_DISABLED|PROJECT_DISABLED/.test(platformCode)) {
    const text =
      'Open APIs & Services > Library in the Google Cloud project, choose Google Ads API and enable it. It takes some minutes.'
    return wrong('api_enabled', 'The Google Ads API is not enabled in the project', text)
  }
  if (platformCode === 'edge.ACCESS_TOKEN_SCOPE_INSUFFICIENT') return withoutScope()
  return isPassing(failure)
    ? unknown('access', 'Google Ads could not be asked', message)
    : wrong('access', 'Google Ads does not let us in', message)
}

function testingFinding({ settings }: ConnectorContext): SetupFinding[] {
  const ends = settings.refreshTokenExpiresAt
  if (!ends) return []
  const text = `Google ends this access on ${ends.slice(0, 10)}. Choose Publish app under Google Auth Platform > Audience, then connect again.`
  return [wrong('consent_screen', 'The consent screen is in Testing', text)]
}

function versionFinding({ clock }: ConnectorContext): SetupFinding {
  const warning = versionWarning(clock.now())
  return warning === undefined
    ? ok('api_version', 'Version of the API', `Google serves ${apiVersion}, as asked.`)
    : wrong('api_version', 'Version of the API', warning)
}

function notConnected({ way }: ExamineOptions): SetupFinding {
  const what = way === 'token' ? 'Enter the refresh token' : 'Choose Connect'
  const text = `${what} under Integrations > Google Ads. Once it is connected, this page also says which accounts can be read.`
  return unknown('access', 'No Google login is connected yet', text)
}

/** Ids of the ways to connect. */
const wayIds = { granted: 'screen', pasted: 'token' } as const

/** The first steps of either way, taken by whoever makes the OAuth client. */
function clientSteps(by: typeof byMerchant): GuideStep[] {
  return [
    by(
      'Open console.cloud.google.com, create a project and enable the Google Ads API under APIs & Services > Library.',
      {
        at: 'Google Cloud > APIs & Services > Library',
        fields: ['Google Ads API'],
        press: 'Enable',
      },
    ),
    by(
      'Under Google Auth Platform > Branding name the app; under Audience choose External and then Publish app. In Testing Google ends every access after seven days.',
      { at: 'Google Cloud > Google Auth Platform > Audience', ticks: ['External'], press: 'Publish app' },
    ),
  ]
}

export const guide: ConnectGuide = {
  ways: [
    {
      id: 'screen',
      title: 'Signing in at Google, with the OAuth client of this installation',
      suits: 'Everybody, once whoever runs the installation has registered it at Google.',
      needsApp: true,
      needsAddress: true,
      steps: [
        ...clientSteps(byInstaller),
        byInstaller(
          'Under Data access add the scope below. Google reviews it for apps that strangers use; your own users may pass its warning until then.',
          {
            at: 'Google Cloud > Google Auth Platform > Data access',
            ticks: ['.../auth/adwords'],
            press: 'Add or remove scopes',
          },
        ),
        byInstaller(
          'Under Clients create an OAuth client of the type Web application and enter the redirect address below.',
          {
            at: 'Google Cloud > Google Auth Platform > Clients',
            fields: ['Application type', 'Authorized redirect URIs'],
            press: 'Create',
          },
        ),
        byInstaller(
          'Copy Client ID and Client secret into the environment variables below and start Tillsight again. A developer token is not needed.',
          {
            at: 'Google Cloud > Google Auth Platform > Clients',
            fields: ['Client ID', 'Client secret'],
            press: 'Copy',
          },
        ),
        byMerchant(
          'Here, under Integrations > Google Ads, choose Connect, sign in with the login that you use at ads.google.com, and leave the box for Google Ads ticked.',
          { at: 'Google > Tillsight wants access', ticks: ['Manage your Google Ads campaigns'], press: 'Continue' },
        ),
        byMerchant('Choose the accounts that belong to this shop.', {
          at: 'Tillsight > Integrations > Google Ads',
          ticks: ['Your account'],
          press: 'Save',
        }),
      ],
      addresses: [
        {
          kind: 'return',
          label: 'Authorized redirect URI',
          note: 'Has to be the same to the letter, or Google refuses to come back.',
        },
      ],
    },
    {
      id: 'token',
      title: 'The refresh token of an OAuth client of your own',
      suits: 'Installations without a public address, and whoever has such a token already.',
      needsApp: false,
      needsAddress: false,
      steps: [
        ...clientSteps(byMerchant),
        byMerchant(
          'Under Clients create an OAuth client of the type Web application with https://developers.google.com/oauthplayground as redirect address.',
          {
            at: 'Google Cloud > Google Auth Platform > Clients',
            fields: ['Application type', 'Authorized redirect URIs'],
            press: 'Create',
          },
        ),
        byMerchant(
          'Open developers.google.com/oauthplayground, enter the client under the gear symbol, take the scope below, sign in, and exchange the code for tokens.',
          {
            at: 'OAuth Playground > Step 2',
            fields: ['Authorization code', 'Refresh token'],
            press: 'Exchange code for tokens',
          },
        ),
        byMerchant(
          'Here, under Integrations > Google Ads, choose the form for keys and enter the refresh token with client ID and client secret.',
          {
            at: 'Tillsight > Integrations > Google Ads',
            fields: ['Refresh token', 'Client ID', 'Client secret'],
            press: 'Connect',
          },
        ),
        byMerchant('Choose the accounts that belong to this shop.', {
          at: 'Tillsight > Integrations > Google Ads',
          ticks: ['Your account'],
          press: 'Save',
        }),
      ],
      addresses: [],
    },
  ],
  permissions: {
    text: 'Google has one permission for Google Ads, and it would allow changes too. Tillsight only reads: it sends no question that changes anything.',
    paste: { label: 'Scope', text: adsScope },
    list: [
      {
        name: adsScope,
        brings: 'Accounts, campaigns, ads and their figures',
        without: 'nothing can be read',
      },
      {
        name: dataManagerScope,
        brings: 'Telling Google of orders, where that is switched on under Tracking',
        without: 'figures are read as ever, and no order is sent',
      },
      {
        name: 'openid email',
        brings: 'The address of the Google login, so that messages can name it',
        without: 'messages cannot say which login has to sign in again',
      },
    ],
  },
  wayOf(settings) {
    const way = wayOf(settings)
    return way && wayIds[way]
  },
  misread,
  examine: examineLogin,
}

/** Checks for copying mistakes, before any request to Google. */
function misread({ clientId = '', clientSecret = '' }: ConnectionSettings): Record<string, string> {
  return {
    ...(clientId !== '' && !/^[\w-]+\.apps\.googleusercontent\.com$/.test(clientId)
      ? { clientId: 'A client ID ends with .apps.googleusercontent.com and has no spaces. Copy it again.' }
      : {}),
    ...(clientSecret !== '' && !/^[\w-]+$/.test(clientSecret)
      ? { clientSecret: 'It holds signs that no client secret has, such as spaces or quotation marks. Copy it again.' }
      : {}),
    ...(clientSecret.endsWith('.apps.googleusercontent.com')
      ? { clientSecret: 'It holds a client ID. Put the client secret here, shown beside it.' }
      : {}),
  }
}
