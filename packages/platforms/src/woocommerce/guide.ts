import type { ConnectGuide } from '../contract.ts'
import { examineStore } from './examine.ts'

const webhooks = {
  kind: 'webhook',
  label: 'Webhooks',
  note: 'Nothing to enter: they are registered by themselves where the key may write.',
} as const

export const guide: ConnectGuide = {
  ways: [
    {
      id: 'screen',
      title: 'Approving in the store',
      suits: 'Everybody whose installation has a public https address: the store sends the keys there itself.',
      needsApp: false,
      needsAddress: true,
      steps: [
        'Sign in to WordPress as an administrator or shop manager.',
        'Under Settings > Permalinks choose any option except Plain, and save.',
        'Here, under Integrations > WooCommerce, enter the address of the store. The store opens and asks whether Tillsight may read.',
        'Choose Approve. You come back here, and the import begins with the newest month.',
      ],
      addresses: [
        {
          kind: 'callback',
          label: 'Address for the keys',
          note: 'Nothing to enter: the store is told it, and posts there. A firewall on this side has to let the store in.',
        },
        webhooks,
      ],
    },
    {
      id: 'keys',
      title: 'With an API key',
      suits:
        'Installations without a public address, stores with plain permalinks, and whoever prefers to make the key.',
      needsApp: false,
      needsAddress: false,
      steps: [
        'In the store open WooCommerce > Settings > Advanced > REST API and choose Add key.',
        'Description Tillsight; the user an administrator or shop manager; permission Read, or Read/Write if orders should appear within seconds: registering webhooks is a write.',
        'Copy both parts at once: WooCommerce shows the secret a single time.',
        'Here, under Integrations, choose WooCommerce and its form for keys, and enter the address of the store and both parts.',
      ],
      addresses: [webhooks],
    },
  ],
  permissions: {
    text: 'A key belongs to a user of WordPress and can do what that user can, so make it for an administrator or a shop manager. Orders, products and customers are never changed.',
    list: [
      {
        name: 'Read',
        brings: 'Orders, refunds, products, customers and coupons, looked for every 5 to 10 minutes',
        without: 'nothing can be read',
      },
      {
        name: 'Read/Write',
        brings: 'Webhooks besides, so that an order shows within seconds',
        without: 'changes are found at the next look, minutes later',
      },
    ],
  },
  wayOf({ key, permissions }) {
    // Only a store that was asked on screen says what it granted.
    return key ? (permissions ? 'screen' : 'keys') : undefined
  },
  examine: examineStore,
}
