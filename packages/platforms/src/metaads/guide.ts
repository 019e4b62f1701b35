import type { ConnectGuide, ConnectionSettings } from '../contract.ts'
import { wayOf } from './access.ts'
import { examineMeta } from './examine.ts'

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
        'Open developers.facebook.com/apps, choose Create app, the use case “Create and manage ads with Marketing API” and your business.',
        'Under Facebook Login > Settings enter the address below as a valid OAuth redirect URI and save.',
        'Under App settings > Basic copy App ID and App secret into the environment variables below, and start Tillsight again.',
        'People with a role in the app can connect at once. For everybody else complete business verification and ask for ads_read and business_management under App review; with Facebook Login for Business set META_LOGIN_CONFIG_ID to its configuration.',
        'Here, under Integrations > Meta Ads, choose Connect. Facebook opens; leave both permissions ticked and choose the ad accounts.',
        'Back here choose which of the ad accounts belong to this shop.',
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
        'Open business.facebook.com > Settings > Users > System users as an administrator, and add a system user with the role Employee.',
        'Choose Assign assets and give it the ad accounts with “View performance”.',
        'Choose Generate new token, an app of your business, Never as its end, and the permission ads_read. Copy the token; it is shown once.',
        'Here, under Integrations, choose Meta Ads and its form for keys, and enter the token. If the app requires its secret with every call, enter the app secret beside it.',
        'Choose which of the ad accounts belong to this shop.',
      ],
      addresses: [],
    },
  ],
  permissions: {
    text: 'Both only read. Facebook asks the person who connects; a system user gets them with its token.',
    list: [
      {
        name: 'ads_read',
        brings: 'Spend, impressions, clicks, claimed purchases, campaigns and ads',
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

/** Mistakes of copying, before Meta is asked. */
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
