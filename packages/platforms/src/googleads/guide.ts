import type { ConnectGuide, ConnectionSettings } from '../contract.ts'
import { wayOf } from './access.ts'
import { adsScope } from './connect.ts'
import { dataManagerScope } from './data-manager.ts'
import { examineLogin } from './examine.ts'

/** Ids of the ways, as the access tells them of a connection. */
const wayIds = { granted: 'screen', pasted: 'token' } as const

const clientSteps = [
  'Open console.cloud.google.com, create a project and enable the Google Ads API under APIs & Services > Library.',
  'Under Google Auth Platform > Branding name the app; under Audience choose External and then Publish app. In Testing Google ends every access after seven days.',
] as const

export const guide: ConnectGuide = {
  ways: [
    {
      id: 'screen',
      title: 'Signing in at Google, with the OAuth client of this installation',
      suits: 'Everybody, once whoever runs the installation has registered it at Google.',
      needsApp: true,
      needsAddress: true,
      steps: [
        ...clientSteps,
        'Under Data access add the scope below. Google reviews it for apps that strangers use; your own users may pass its warning until then.',
        'Under Clients create an OAuth client of the type Web application and enter the redirect address below.',
        'Copy Client ID and Client secret into the environment variables below and start Tillsight again. A developer token is not needed.',
        'Here, under Integrations > Google Ads, choose Connect, sign in with the login that you use at ads.google.com, and leave the box for Google Ads ticked.',
        'Choose the accounts that belong to this shop.',
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
        ...clientSteps,
        'Under Clients create an OAuth client of the type Web application with https://developers.google.com/oauthplayground as redirect address.',
        'Open developers.google.com/oauthplayground, enter the client under the gear symbol, take the scope below, sign in, and exchange the code for tokens.',
        'Here, under Integrations > Google Ads, choose the form for keys and enter the refresh token with client ID and client secret.',
        'Choose the accounts that belong to this shop.',
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
        without: 'figures are read as ever, and no order is sent; it is asked for with GOOGLE_ADS_SEND_CONVERSIONS=1',
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

/** Mistakes of copying, before Google is asked. */
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
