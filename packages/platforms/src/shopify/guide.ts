import type { ConnectGuide, ConnectionSettings } from '../contract.ts'
import { byInstaller, byMerchant, type GuidePermission } from '../guide.ts'
import { wayOf } from './access.ts'
import { examineShop } from './examine.ts'
import { losses, wantedScopes } from './scopes.ts'

/** Ids of the ways to connect, by the result of {@link wayOf}. */
const wayIds = { granted: 'screen', own_app: 'own-app', pasted: 'token' } as const

const instantly = {
  kind: 'webhook',
  label: 'Webhooks',
  note: 'Nothing to enter: they are registered by themselves once the shop is connected.',
} as const

const gains: Readonly<Record<(typeof wantedScopes)[number], string>> = {
  read_orders: 'Orders of the last 60 days, with edits, refunds and payments',
  read_all_orders:
    'Orders from before that; Shopify has to allow it for the app first, under API access > Read all orders',
  read_products: 'Pictures, types and names of products',
  read_inventory: 'What a product costs; whoever installs also needs the permission View product costs',
  read_customers: 'Who came back, also by email address',
  read_returns: 'Returns before they are refunded',
  read_shopify_payments_payouts: 'What Shopify Payments keeps of each payment',
  read_shopify_payments_disputes: 'Disputes, which take money back',
  read_reports: 'Comparing every day with Shopify’s own reports',
}

export const guide: ConnectGuide = {
  ways: [
    {
      id: 'own-app',
      title: 'An app of your own, with its client ID and secret',
      suits:
        'Your own shop. Needs no public address and no approval by Shopify; app and shop must belong to the same Shopify organisation.',
      needsApp: false,
      needsAddress: false,
      steps: [
        byMerchant(
          'Open dev.shopify.com/dashboard and sign in as the owner, or as staff who may develop apps. Choose Create app and name it Tillsight.',
          { at: 'Shopify Dev Dashboard > Apps', press: 'Create app' },
        ),
        byMerchant(
          'Under Versions enter the access scopes below and release the version. The App URL may stay as it is; the app is not embedded.',
          { at: 'Shopify Dev Dashboard > Tillsight > Versions', fields: ['Access scopes'], press: 'Release' },
        ),
        byMerchant('Install the app on your shop: Home > Install app.', {
          at: 'Shopify Dev Dashboard > Tillsight > Home',
          press: 'Install app',
        }),
        byMerchant('Under Settings copy Client ID and Client secret.', {
          at: 'Shopify Dev Dashboard > Tillsight > Settings',
          fields: ['Client ID', 'Client secret'],
          press: 'Copy',
        }),
        byMerchant(
          'Here, under Integrations, choose Shopify and its form for keys, and enter the name of the shop and both parts. Leave the access token empty.',
          {
            at: 'Tillsight > Integrations > Shopify',
            fields: ['Name of the shop', 'Client ID', 'Client secret'],
            press: 'Connect',
          },
        ),
      ],
      addresses: [instantly],
    },
    {
      id: 'screen',
      title: 'Approving on screen, with an app of this installation',
      suits: 'Whoever runs an installation for several shops, or for shops of other owners.',
      needsApp: true,
      needsAddress: true,
      steps: [
        byInstaller('In the Dev Dashboard create an app and enter the access scopes below under Versions.', {
          at: 'Shopify Dev Dashboard > Tillsight > Versions',
          fields: ['Access scopes'],
        }),
        byInstaller(
          'Enter the addresses below: the App URL, the redirect URL, and the one for the three compliance webhooks. The app is not embedded. Release the version.',
          {
            at: 'Shopify Dev Dashboard > Tillsight > Versions',
            fields: ['App URL', 'Redirect URLs', 'Compliance webhooks'],
            press: 'Release',
          },
        ),
        byInstaller(
          'Under Settings copy Client ID and Client secret into the environment variables below, and start Tillsight again.',
          { at: 'Shopify Dev Dashboard > Tillsight > Settings', fields: ['Client ID', 'Client secret'], press: 'Copy' },
        ),
        byInstaller(
          'For shops of other owners the app needs a distribution: Custom for one shop or one Plus organisation, Public for the App Store. For a public app ask for protected customer data and for Read all orders under API access, and set SHOPIFY_APP_STORE_URL to its page.',
          { at: 'Shopify Dev Dashboard > Tillsight > Distribution', ticks: ['Custom', 'Public'], press: 'Select' },
        ),
        byMerchant(
          'Here, under Integrations > Shopify, enter the name of the shop. Shopify opens and lists what may be read; choose Install.',
          { at: 'Shopify > Install app', ticks: ['Orders', 'Products', 'Customers'], press: 'Install' },
        ),
      ],
      addresses: [
        {
          kind: 'app',
          label: 'App URL',
          note: 'Where Shopify sends somebody who installs or opens the app over there.',
        },
        {
          kind: 'return',
          label: 'Redirect URL',
          note: 'Has to be the same to the letter, or Shopify refuses to come back.',
        },
        {
          kind: 'privacy',
          label: 'Compliance webhooks',
          note: 'For customers/data_request, customers/redact and shop/redact. Shopify asks every listed app for them.',
        },
        instantly,
      ],
    },
    {
      id: 'token',
      title: 'The access token of an existing custom app',
      suits: 'Shops with a custom app from before 2026; new ones can no longer be made in the admin.',
      needsApp: false,
      needsAddress: false,
      steps: [
        byMerchant('In the Shopify admin open Settings > Apps > Develop apps, and the app.', {
          at: 'Shopify > Settings > Apps > Develop apps',
          press: 'Tillsight',
        }),
        byMerchant('Under Configuration > Admin API integration tick the access scopes below and save.', {
          at: 'Shopify > Configuration > Admin API integration',
          ticks: ['read_orders', 'read_products'],
          press: 'Save',
        }),
        byMerchant(
          'Under API credentials copy the Admin API access token, which begins with shpat_ and is shown once, and the API secret key.',
          {
            at: 'Shopify > API credentials',
            fields: ['Admin API access token', 'API secret key'],
            press: 'Reveal token once',
          },
        ),
        byMerchant(
          'Here, under Integrations, choose Shopify and its form for keys, and enter the name of the shop, the token, and the API secret key as Client secret. Without the secret key orders come every few minutes instead of at once.',
          {
            at: 'Tillsight > Integrations > Shopify',
            fields: ['Name of the shop', 'Access token', 'Client secret'],
            press: 'Connect',
          },
        ),
      ],
      addresses: [instantly],
    },
  ],
  permissions: {
    text: 'All of them only read. Email addresses, names and countries of buyers are protected customer data besides: an app of your own gets them at once, others ask for them under API access.',
    paste: { label: 'Access scopes', text: wantedScopes.join(',') },
    list: wantedScopes.map(toPermission),
  },
  wayOf(settings) {
    const way = wayOf(settings)
    return way && wayIds[way]
  },
  misread,
  examine: examineShop,
}

function toPermission(name: (typeof wantedScopes)[number]): GuidePermission {
  return { name, brings: gains[name], without: losses[name] ?? 'nothing can be read' }
}

/** Checks for copying mistakes, before any request to Shopify. */
function misread({ apiKey = '', apiSecret = '', listingUrl = '' }: ConnectionSettings): Record<string, string> {
  return {
    ...(apiKey !== '' && keyProblem(apiKey)),
    ...(apiSecret !== '' && secretProblem(apiSecret)),
    ...(listingUrl !== '' && !URL.canParse(listingUrl)
      ? { listingUrl: 'It is not an address. Copy that of the app’s page in the App Store, with https://.' }
      : {}),
  }
}

const foreignSigns = 'It holds signs that no such value has, such as spaces or quotation marks. Copy it again.'

function keyProblem(value: string): { apiKey: string } | undefined {
  if (value.startsWith('shp'))
    return { apiKey: 'It holds a secret or a token. Put the client ID here; it has no prefix.' }
  return /^[\w-]+$/.test(value) ? undefined : { apiKey: foreignSigns }
}

function secretProblem(value: string): { apiSecret: string } | undefined {
  if (/^shp(?:at|ca|pa|rt)_/.test(value)) {
    return { apiSecret: 'It holds an access token. Put the client secret of the app here, shown beside its client ID.' }
  }
  return /^[\w-]+$/.test(value) ? undefined : { apiSecret: foreignSigns }
}
