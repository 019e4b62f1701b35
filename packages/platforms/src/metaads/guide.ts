import { randomBytes } from 'node:crypto'
import type { ConnectedAccount, ConnectGuide, ConnectionSettings, ConnectorContext } from '../contract.ts'
import type { ConnectorFailure } from '../failures.ts'
import type { ExamineOptions, SetupFinding } from '../guide.ts'
import { attempt, byInstaller, byMerchant, isPassing, ok, unknown, wrong } from '../guide.ts'
import { grantEnds, wayOf } from './access.ts'
import { listAccounts } from './accounts.ts'
import { checkAccess } from './check.ts'
import { connect } from './connect.ts'
import { requestToken } from './token-responses.ts'

/** Checks the app, the granted permissions and the accounts, as far as each is available. */
export async function examineMeta(ctx: ConnectorContext, options: ExamineOptions): Promise<SetupFinding[]> {
  const ofApp = options.way === 'screen' ? await examineApp(ctx, options) : []
  if (wayOf(ctx.settings) !== undefined) return [...ofApp, ...(await examineAccess(ctx))]
  return options.way === 'screen' ? ofApp : [notConnected()]
}

async function examineApp(ctx: ConnectorContext, options: ExamineOptions): Promise<SetupFinding[]> {
  if (!ctx.app.appId || !ctx.app.appSecret) return []
  const accepted = await examineCredentials(ctx)
  if (accepted.state !== 'ok' || options.returnUrl === null) return [accepted]
  return [accepted, await examineRedirect(ctx, options.returnUrl)]
}

/** Tests the credentials by requesting the app's own token, which gives access to nothing else. */
async function examineCredentials({ http, app, signal }: ConnectorContext): Promise<SetupFinding> {
  const asked = await attempt(() => requestToken(http, app, { form: { grant_type: 'client_credentials' }, signal }))
  if ('value' in asked) return ok('app_accepted', 'Meta accepts the app’s ID and secret', 'Meta knows the app.')
  const { failure } = asked
  const says = failure.platformCode ?? ''
  if (/^(?:1|101|100|190)(?:\/|$)/.test(says) && failure.status !== 500) {
    const text =
      'Copy App ID and App secret again from App settings > Basic at developers.facebook.com into META_APP_ID and META_APP_SECRET, and start Tillsight again.'
    return wrong('app_accepted', 'Meta does not accept the app’s ID and secret', text)
  }
  return unknown('app_accepted', 'Whether Meta knows the app', failure.message)
}

/** Facebook reports an invalid redirect address before anybody signs in, and nothing for a valid one. */
async function examineRedirect(ctx: ConnectorContext, returnUrl: string): Promise<SetupFinding> {
  if (wayOf(ctx.settings) === 'granted') {
    return ok('redirect_allowed', 'The redirect address is allowed', 'Somebody has connected by way of it.')
  }
  const url = await connect.redirect?.start({
    values: {},
    state: randomBytes(16).toString('hex'),
    callbackUrl: returnUrl,
    returnUrl,
    access: 'read',
    app: ctx.app,
  })
  const { http, signal } = ctx
  const asked = await attempt(() =>
    http.request({ method: 'GET', url: url ?? '', retries: 0, signal, judge: () => 'final' }),
  )
  const said = 'failure' in asked ? '' : Buffer.from(asked.value.body).toString('utf8').slice(0, 50_000)
  if (/URL blocked|redirect URI is not white-?listed|domain of this URL isn.t included/i.test(said)) {
    const text = `Add ${returnUrl} to the valid OAuth redirect URIs of the app, to the letter, under Facebook Login > Settings.`
    return wrong('redirect_allowed', 'Facebook refuses to come back to this installation', text)
  }
  const text = `Facebook has nothing against it so far, and says for certain only when somebody agrees. It has to be ${returnUrl}, to the letter.`
  return unknown('redirect_allowed', 'Whether the redirect address is allowed', text)
}

/** Checks what a connection has access to. */
async function examineAccess(ctx: ConnectorContext): Promise<SetupFinding[]> {
  const asked = await attempt(() => checkAccess(ctx))
  if ('failure' in asked) return [refused(asked.failure)]
  const account = asked.value
  const accounts = await attempt(() => listAccounts(ctx))
  const readable = 'value' in accounts ? accounts.value.filter((one) => one.readable).length : 0
  return [
    ok('access', `${account.name} lets Tillsight in`, 'Meta accepts the token.'),
    permissionsFinding(account),
    accountsFinding(readable, account.warnings),
    ...endFinding(ctx, account),
  ]
}

function refused(failure: ConnectorFailure): SetupFinding {
  const { message, platformCode } = failure
  if (platformCode === 'ads_read') return wrong('permissions', 'Reading ads was not granted', message)
  if (platformCode === 'no_accounts') return wrong('accounts', 'No ad account was shared', message)
  if (platformCode === 'proof') return wrong('app_secret', 'The app secret does not belong to the token', message)
  return isPassing(failure)
    ? unknown('access', 'Meta could not be asked', message)
    : wrong('access', 'Meta does not let Tillsight in', message)
}

function permissionsFinding({ gaps = [] }: ConnectedAccount): SetupFinding {
  const [gap] = gaps
  if (gap === undefined) return ok('permissions', 'All permissions are granted', 'Nothing is missing.')
  return wrong('permissions', `Not granted: ${gap.what}`, `Without it ${gap.cost}. ${gap.where}`)
}

function accountsFinding(readable: number, warnings: readonly string[]): SetupFinding {
  if (readable === 0) return wrong('accounts', 'No ad account can be read', warnings.join(' '))
  const title = readable === 1 ? 'One ad account can be read' : `${readable} ad accounts can be read`
  return ok('accounts', title, warnings.join(' ') || 'Choose under Integrations which of them belong to this shop.')
}

function endFinding(ctx: ConnectorContext, { discovered }: ConnectedAccount): SetupFinding[] {
  const end = grantEnds({ ...ctx.settings, ...discovered })
  if (end === undefined) return []
  const day = end.toISOString().slice(0, 10)
  const days = Math.floor((end.getTime() - ctx.clock.now().getTime()) / 86_400_000)
  const text = `Access ends on ${day} unless somebody connects again; a system user’s token has no end.`
  return days < 14 ? [wrong('end', 'Access ends soon', text)] : [ok('end', `Access is granted until ${day}`, text)]
}

function notConnected(): SetupFinding {
  const text =
    'Enter the token under Integrations: it is tried before it is stored. Once it is connected, this page also says what is granted.'
  return unknown('access', 'Meta Ads is not connected yet', text)
}

const wayIds = { granted: 'screen', pasted: 'token' } as const

export const guide: ConnectGuide = {
  ways: [
    {
      id: 'screen',
      title: 'Agreeing at Facebook, with an app of this installation',
      suits:
        'Everybody with a role in the ad account. The app is registered once for all shops; reminders come before access ends.',
      needsApp: true,
      needsAddress: true,
      steps: [
        byInstaller(
          'Open developers.facebook.com/apps, choose Create app, the use case “Create and manage ads with Marketing API” and your business.',
          {
            at: 'Meta for Developers > My Apps',
            ticks: ['Create and manage ads with Marketing API'],
            press: 'Create app',
          },
        ),
        byInstaller('Under Facebook Login > Settings enter the address below as a valid OAuth redirect URI and save.', {
          at: 'Meta for Developers > Facebook Login > Settings',
          fields: ['Valid OAuth redirect URIs'],
          press: 'Save changes',
        }),
        byInstaller(
          'Under App settings > Basic copy App ID and App secret into the environment variables below, and start Tillsight again.',
          { at: 'Meta for Developers > App settings > Basic', fields: ['App ID', 'App secret'], press: 'Show' },
        ),
        byInstaller(
          'People with a role in the app can connect at once. For everybody else complete business verification and ask for ads_read and business_management under App review; with Facebook Login for Business set META_LOGIN_CONFIG_ID to its configuration.',
          {
            at: 'Meta for Developers > App review',
            ticks: ['ads_read', 'business_management'],
            press: 'Request advanced access',
          },
        ),
        byMerchant(
          'Here, under Integrations > Meta Ads, choose Connect. Facebook opens; leave both permissions ticked and choose the ad accounts.',
          {
            at: 'Facebook > Tillsight > Ad accounts',
            ticks: ['Ads: read', 'Business: manage', 'shop.example'],
            press: 'Continue',
          },
        ),
        byMerchant('Back here choose which of the ad accounts belong to this shop.', {
          at: 'Tillsight > Integrations > Meta Ads',
          ticks: ['Your ad account'],
          press: 'Save',
        }),
      ],
      addresses: [
        {
          kind: 'return',
          label: 'Valid OAuth redirect URI',
          note: 'Has to be the same to the letter, or Facebook refuses to come back.',
        },
      ],
    },
    {
      id: 'token',
      title: 'The access token of a system user',
      suits:
        'Agencies and installations without an approved app: it does not end with anybody’s password, and needs no public address.',
      needsApp: false,
      needsAddress: false,
      steps: [
        byMerchant(
          'Open business.facebook.com > Settings > Users > System users as an administrator, and add a system user with the role Employee.',
          { at: 'Meta Business > Settings > Users > System users', fields: ['Name', 'Role'], press: 'Add' },
        ),
        byMerchant('Choose Assign assets and give it the ad accounts with “View performance”.', {
          at: 'Meta Business > System users > Assign assets',
          ticks: ['shop.example', 'View performance'],
          press: 'Assign assets',
        }),
        byMerchant(
          'Choose Generate new token, an app of your business, Never as its end, and the permission ads_read. Copy the token; it is shown once.',
          {
            at: 'Meta Business > System users > Generate new token',
            fields: ['App', 'Token expiration'],
            ticks: ['ads_read'],
            press: 'Generate token',
          },
        ),
        byMerchant(
          'Here, under Integrations, choose Meta Ads and its form for keys, and enter the token. If the app requires its secret with every call, enter the app secret beside it.',
          { at: 'Tillsight > Integrations > Meta Ads', fields: ['Access token', 'App secret'], press: 'Connect' },
        ),
        byMerchant('Choose which of the ad accounts belong to this shop.', {
          at: 'Tillsight > Integrations > Meta Ads',
          ticks: ['Your ad account'],
          press: 'Save',
        }),
      ],
      addresses: [],
    },
  ],
  permissions: {
    text: 'Both only read. Facebook asks the person who connects; a system user gets them with its token.',
    list: [
      {
        name: 'ads_read',
        brings: 'Spend, impressions, clicks, reported purchases, campaigns and ads',
        without: 'nothing can be read',
      },
      {
        name: 'business_management',
        brings: 'Ad accounts that a business owns',
        without: 'ad accounts that belong to a business may be missing from the list',
      },
    ],
  },
  wayOf(settings) {
    const way = wayOf(settings)
    return way && wayIds[way]
  },
  misread,
  examine: examineMeta,
}

/** Checks for copying mistakes, before any request to Meta. */
function misread({
  appId = '',
  appSecret = '',
  configId = '',
  version = '',
}: ConnectionSettings): Record<string, string> {
  return {
    ...(appId === '' || /^\d{5,20}$/.test(appId)
      ? {}
      : { appId: 'An app ID is a number of about 16 digits. Copy it again from App settings > Basic.' }),
    ...(appSecret === '' ? {} : secretProblem(appSecret)),
    ...(configId === '' || /^\d+$/.test(configId)
      ? {}
      : {
          configId: 'A configuration ID is a number. Copy it again from Facebook Login for Business > Configurations.',
        }),
    ...(version === '' || /^v\d{1,3}\.\d{1,2}$/.test(version)
      ? {}
      : { version: 'A version is written like v26.0. Leave it empty for the built-in one.' }),
  }
}

function secretProblem(value: string): Record<string, string> {
  if (value.startsWith('EAA'))
    return { appSecret: 'It holds an access token. Put the app secret here, shown beside the app ID.' }
  if (/^[0-9a-f]{32}$/i.test(value)) return {}
  return { appSecret: 'An app secret is 32 signs of 0 to 9 and a to f. Copy it again from App settings > Basic.' }
}
