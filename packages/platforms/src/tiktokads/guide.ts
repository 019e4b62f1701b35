import type { ConnectGuide, ConnectionSettings } from '../contract.ts'
import { wayOf } from './access.ts'
import { examineTikTok } from './examine.ts'

/** Ids of the ways, as {@link wayOf} tells them of a connection. */
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
        'Open business-api.tiktok.com, sign in, and become a developer under My Apps. Choose Create an App; TikTok looks at it for some days.',
        'Under Advertiser redirect URL enter the address below, to the letter.',
        'Under Scope of permission tick everything in the table below.',
        'When the app is approved, copy App ID and Secret into the environment variables below, and start Tillsight again.',
        'Here, under Integrations, choose TikTok Ads. On TikTok’s page sign in as somebody who manages the ad accounts, tick them, and confirm.',
        'Back here choose which of them belong to this shop.',
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
        'In the developer portal open My Apps and the app, and copy App ID, Secret and the long-term access token. It is made when an advertiser confirms the app’s own authorisation link.',
        'Here, under Integrations, choose TikTok Ads and its form for keys, and enter all three. Without the secret enter the IDs of the ad accounts as well.',
      ],
      addresses: [],
    },
  ],
  permissions: {
    text: 'Ticked for the app in the developer portal, and then by the advertiser on TikTok’s page. All that is used of them only reads.',
    list: [
      {
        name: 'Reporting',
        brings: 'Spend, impressions, clicks, views and claimed purchases of every day',
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

/** Mistakes of copying, before TikTok is asked. */
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
