import { randomBytes } from 'node:crypto'
import type { ConnectGuide, ConnectionSettings, ConnectorContext } from '../contract.ts'
import type { ConnectorFailure } from '../failures.ts'
import type { ExamineOptions, SetupFinding } from '../guide.ts'
import { attempt, byInstaller, byMerchant, isPassing, ok, unknown, wrong } from '../guide.ts'
import { wayOf } from './access.ts'
import { listNames, lookAtAccounts } from './accounts.ts'
import { askForToken, openApi } from './api.ts'
import { connect } from './connect.ts'
import { listStores } from './gmv-max.ts'

/** Checks the app and the granted access, as far as each is available. */
async function examineTikTok(ctx: ConnectorContext, options: ExamineOptions): Promise<SetupFinding[]> {
  const ofApp = options.way === 'screen' ? await examineApp(ctx, options) : []
  if (wayOf(ctx.settings) === undefined) return options.way === 'screen' ? ofApp : [notConnected()]
  return [...ofApp, ...(await examineAccess(ctx))]
}

/** Tests the secret with a made-up code: a wrong secret is refused before the code is checked. */
async function examineApp(ctx: ConnectorContext, options: ExamineOptions): Promise<SetupFinding[]> {
  const { appId, appSecret } = ctx.app
  if (!appId || !appSecret) return []
  const body = { app_id: appId, secret: appSecret, auth_code: randomBytes(16).toString('hex') }
  const asked = await attempt(() => askForToken(ctx, { path: 'oauth2/access_token/', body, isRepeatable: true }))
  const failure = 'failure' in asked ? asked.failure : undefined
  if (failure && failure.platformCode !== '40110') return [appFinding(failure)]
  const accepted = ok('app_accepted', 'TikTok accepts App ID and secret', `Asked as ${appId}.`)
  return options.returnUrl === null ? [accepted] : [accepted, await examineRedirect(ctx, options.returnUrl)]
}

function appFinding(failure: ConnectorFailure): SetupFinding {
  if (isPassing(failure)) return unknown('app_accepted', 'Whether TikTok knows the app', failure.message)
  const text = `Copy App ID and Secret again from the developer portal into TIKTOK_APP_ID and TIKTOK_APP_SECRET, and start Tillsight again. TikTok says: ${failure.message}`
  return wrong('app_accepted', 'TikTok does not accept App ID and secret', text)
}

/** The portal reports an invalid redirect address before anybody signs in, and nothing for a valid one. */
async function examineRedirect(ctx: ConnectorContext, returnUrl: string): Promise<SetupFinding> {
  if (wayOf(ctx.settings) === 'granted') {
    return ok('redirect_allowed', 'The redirect URL is allowed', 'Ad accounts were shared by way of it.')
  }
  const start = {
    values: {},
    state: randomBytes(16).toString('hex'),
    callbackUrl: returnUrl,
    returnUrl,
    access: 'read',
    app: ctx.app,
  } as const
  const url = (await connect.redirect?.start(start)) ?? ''
  const asked = await attempt(() =>
    ctx.http.request({ method: 'GET', url, retries: 0, signal: ctx.signal, judge: () => 'final' }),
  )
  const page = 'failure' in asked ? '' : Buffer.from(asked.value.body).toString('utf8').slice(0, 20_000)
  if (/redirect_uri (?:does not|is not|is invalid)/i.test(page)) {
    const text = `Enter ${returnUrl} as Advertiser redirect URL of the app in the developer portal, to the letter.`
    return wrong('redirect_allowed', 'TikTok refuses to come back to this installation', text)
  }
  const text = `TikTok has nothing against it so far, and says for certain only when somebody confirms. It has to be ${returnUrl}, to the letter.`
  return unknown('redirect_allowed', 'Whether the redirect URL is allowed', text)
}

async function examineAccess(ctx: ConnectorContext): Promise<SetupFinding[]> {
  const api = openApi(ctx)
  const listed = await attempt(() => listNames(api))
  if ('failure' in listed) return [refused(listed.failure)]
  const names = listed.value
  if (names.length === 0) {
    const text =
      'Connect again and tick at least one ad account on TikTok’s page, signed in as somebody who manages it.'
    return [wrong('accounts', 'No ad account was shared', text)]
  }
  const looked = await attempt(() => lookAtAccounts(api, names))
  if ('failure' in looked) return [refused(looked.failure)]
  const { seen, isRefused } = looked.value
  const good = seen.filter(({ account, problem }) => problem === null && account.readable)
  const bad = seen.filter((one) => !good.includes(one))
  const first = good[0]?.account
  return [
    ok('access', 'TikTok lets us in', `It shows ${names.length} ad ${names.length === 1 ? 'account' : 'accounts'}.`),
    ...(bad.length === 0
      ? [ok('accounts', 'All shared ad accounts can be read', 'Nothing is missing.')]
      : [wrong('accounts', `Cannot be read: ${bad.map(({ account }) => account.name).join(', ')}`, reasons(bad))]),
    isRefused
      ? wrong('account_details', 'Names and states of ad accounts are not shown', detailsText)
      : ok('account_details', 'Names and states of ad accounts are shown', 'Ad Account Management is granted.'),
    ...(first ? [await examineGmvMax(ctx, first)] : []),
  ]
}

const detailsText =
  'Add Ad Account Management to the permissions of the app in the developer portal, then connect again: an account that never spent anything cannot be read without it.'

function reasons(bad: Awaited<ReturnType<typeof lookAtAccounts>>['seen']): string {
  return bad.map(({ account, problem }) => problem?.message ?? account.note ?? account.name).join(' ')
}

async function examineGmvMax(ctx: ConnectorContext, account: { readonly id: string; readonly name: string }) {
  const title = 'What GMV Max spends'
  const asked = await attempt(() => listStores(openApi(ctx), account))
  if ('failure' in asked) return unknown('gmv_max', title, asked.failure.message)
  const { ids, isRefused } = asked.value
  if (isRefused) {
    const text =
      'Add TikTok Shop to the permissions of the app, then connect again. Whoever does not sell in TikTok Shop can leave it.'
    return unknown('gmv_max', 'Whether GMV Max spends anything is not shown', text)
  }
  const count =
    ids.length === 0 ? 'sells in no TikTok Shop' : `sells in ${ids.length} TikTok Shop${ids.length > 1 ? 's' : ''}`
  return ok('gmv_max', `${title} is shown`, `${account.name} ${count}.`)
}

function refused(failure: ConnectorFailure): SetupFinding {
  return isPassing(failure)
    ? unknown('access', 'TikTok could not be asked', failure.message)
    : wrong('access', 'TikTok does not let us in', failure.message)
}

function notConnected(): SetupFinding {
  const text =
    'Enter the access token under Integrations: it is tried before it is stored. Once it is connected, this page also says what is granted.'
  return unknown('access', 'No ad account is connected yet', text)
}

/** Ids of the ways to connect, by the result of {@link wayOf}. */
const wayIds = { granted: 'screen', pasted: 'token' } as const

export const guide: ConnectGuide = {
  ways: [
    {
      id: 'screen',
      title: 'Approving on screen, with an app of this installation',
      suits: 'Everybody, once whoever runs the installation has registered an app at TikTok.',
      needsApp: true,
      needsAddress: true,
      steps: [
        byInstaller(
          'Open business-api.tiktok.com, sign in, and become a developer under My Apps. Choose Create an App; TikTok looks at it for some days.',
          { at: 'TikTok API for Business > My Apps', press: 'Create an App' },
        ),
        byInstaller('Under Advertiser redirect URL enter the address below, to the letter.', {
          at: 'TikTok API for Business > My Apps > Create',
          fields: ['Advertiser redirect URL'],
        }),
        byInstaller('Under Scope of permission tick everything in the table below.', {
          at: 'TikTok API for Business > Scope of permission',
          ticks: ['Reporting', 'Ad Account Management', 'Ads Management'],
          press: 'Submit',
        }),
        byInstaller(
          'When the app is approved, copy App ID and Secret into the environment variables below, and start Tillsight again.',
          { at: 'TikTok API for Business > My Apps > Tillsight', fields: ['App ID', 'Secret'], press: 'Copy' },
        ),
        byMerchant(
          'Here, under Integrations, choose TikTok Ads. On TikTok’s page sign in as somebody who manages the ad accounts, tick them, and confirm.',
          { at: 'TikTok > Ad accounts', ticks: ['shop.example'], press: 'Confirm' },
        ),
        byMerchant('Back here choose which of them belong to this shop.', {
          at: 'Tillsight > Integrations > TikTok Ads',
          ticks: ['Your ad account'],
          press: 'Save',
        }),
      ],
      addresses: [
        {
          kind: 'return',
          label: 'Advertiser redirect URL',
          note: 'Has to be the same to the letter, or TikTok refuses to come back.',
        },
      ],
    },
    {
      id: 'token',
      title: 'An access token that exists already',
      suits: 'Whoever has an approved app with a long-term access token, and no public address for this installation.',
      needsApp: false,
      needsAddress: false,
      steps: [
        byMerchant(
          'In the developer portal open My Apps and the app, and copy App ID, Secret and the long-term access token. It is made when an advertiser confirms the app’s own authorisation link.',
          {
            at: 'TikTok API for Business > My Apps > Tillsight',
            fields: ['App ID', 'Secret', 'Access token'],
            press: 'Copy',
          },
        ),
        byMerchant(
          'Here, under Integrations, choose TikTok Ads and its form for keys, and enter all three. Without the secret enter the IDs of the ad accounts as well.',
          {
            at: 'Tillsight > Integrations > TikTok Ads',
            fields: ['Access token', 'App ID', 'Secret'],
            press: 'Connect',
          },
        ),
      ],
      addresses: [],
    },
  ],
  permissions: {
    text: 'Ticked for the app in the developer portal, and then by the advertiser on TikTok’s page. All that is used of them only reads.',
    list: [
      {
        name: 'Reporting',
        brings: 'Spend, impressions, clicks, views and reported purchases of every day',
        without: 'nothing can be read',
      },
      {
        name: 'Ad Account Management',
        brings: 'Names, states, currencies and time zones of ad accounts',
        without: 'an account is known by its reports alone, and one that never spent anything cannot be read',
      },
      {
        name: 'Ads Management',
        brings: 'Names, states and budgets of campaigns, ad groups and ads',
        without: 'figures stand beside ids instead of names',
      },
      { name: 'Creative Management', brings: 'Pictures of ads', without: 'ads are shown without pictures' },
      {
        name: 'TikTok Shop',
        brings: 'What GMV Max campaigns spend, which no other report tells',
        without: 'spend is too low by whatever GMV Max spends',
      },
    ],
  },
  wayOf(settings) {
    const way = wayOf(settings)
    return way && wayIds[way]
  },
  misread,
  examine: examineTikTok,
}

/** Checks for copying mistakes, before any request to TikTok. */
function misread({ appId = '', appSecret = '', requestsPerSecond = '' }: ConnectionSettings): Record<string, string> {
  return {
    ...(appId !== '' && !/^\d{10,25}$/.test(appId)
      ? { appId: 'An App ID is a number of some 19 digits. Copy it again from the app in the developer portal.' }
      : {}),
    ...(appSecret !== '' && !/^[\w-]+$/.test(appSecret)
      ? { appSecret: 'It holds signs that no secret has, such as spaces or quotation marks. Copy it again.' }
      : {}),
    ...(requestsPerSecond !== '' && !(Number(requestsPerSecond) > 0)
      ? { requestsPerSecond: 'It has to be a number above zero; leave it out when in doubt.' }
      : {}),
  }
}
