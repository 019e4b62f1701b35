import { z } from 'zod'
import type { ConnectGuide, ConnectorContext } from '../contract.ts'
import type { ConnectorFailure } from '../failures.ts'
import type { ExamineOptions, SetupFinding } from '../guide.ts'
import { attempt, byMerchant, isPassing, ok, unknown, wrong } from '../guide.ts'
import { checkStore } from './check.ts'
import { expectDoor } from './connect.ts'
import { hasPlainPermalinks, hostOf, type Location, locate } from './locate.ts'
import { openStore } from './store.ts'

/** The shop tests its own outgoing requests before it responds. */
const statusTimeoutMs = 15_000

/** Looks at the store from the outside in: its address, its API, what stands in front of it, and the key. */
export async function examineStore(ctx: ConnectorContext, wish: ExamineOptions): Promise<SetupFinding[]> {
  const { url = '' } = ctx.settings
  if (url === '') {
    const text = 'Enter the address of the store above and check again.'
    return [unknown('store_address', 'Whether the store is reached', text)]
  }
  const found = await attempt(() => locate(ctx, url))
  if ('failure' in found) return outsideFindings(found.failure)
  const location = found.value
  const outside = [
    ok('store_address', 'The store is reached', `${location.name} answers at ${hostOf(location.home)}.`),
    ok('rest_root', 'It has the REST API of WordPress', `At ${location.root}`),
  ]
  if (!location.active) {
    const text = 'Activate WooCommerce under Plugins, and check again.'
    return [...outside, wrong('woocommerce', 'WooCommerce is not active', text)]
  }
  const plain = permalinksFinding(location, wish)
  const door = await attempt(() => expectDoor(ctx, location))
  if ('failure' in door) return [...outside, ...plain, doorFinding(door.failure)]
  if (!ctx.settings.key) return [...outside, ...plain, notConnected(wish)]
  return [...outside, ...plain, ...(await examineKey(ctx, wish))]
}

/** A missing REST API differs from no response at all. */
function outsideFindings(failure: ConnectorFailure): SetupFinding[] {
  const { platformCode, message } = failure
  const reached = ok('store_address', 'The store is reached', 'Something answers at its address.')
  if (platformCode === 'no_rest_api' || platformCode === 'redirected' || platformCode === 'page') {
    return [reached, wrong('rest_root', 'The REST API of WordPress is not found', message)]
  }
  if (platformCode === 'shield') return [reached, doorFinding(failure)]
  return [wrong('store_address', 'The store is not reached', message)]
}

function permalinksFinding(location: Location, { way }: ExamineOptions): SetupFinding[] {
  if (!hasPlainPermalinks(location)) return []
  const title = 'The store has plain permalinks'
  return way === 'screen'
    ? [
        wrong(
          'permalinks',
          title,
          'Its approval page does not work with them. Choose any option except Plain under Settings > Permalinks and save, or take the way with an API key.',
        ),
      ]
    : [ok('permalinks', title, 'Reading works with them, with an API key.')]
}

function doorFinding(failure: ConnectorFailure): SetupFinding {
  const { message, platformCode } = failure
  if (isPassing(failure)) {
    return unknown('store_answer', 'The store could not be asked', message)
  }
  const title = platformCode === 'shield' ? 'A firewall answers instead of the store' : 'The REST API is closed'
  return wrong('firewall', title, message)
}

async function examineKey(ctx: ConnectorContext, wish: ExamineOptions): Promise<SetupFinding[]> {
  const checked = await attempt(() => checkStore(ctx))
  if ('failure' in checked) return [keyFinding(checked.failure)]
  const { name, version } = checked.value
  const known = version === null ? '' : ` WooCommerce ${version}.`
  const accepted = ok('keys', 'The store accepts the key', `It reads ${name}.${known}`)
  if (!wish.wantsWriting) {
    const text = 'Changes are looked for every 5 to 10 minutes. With a key that may write they come within seconds.'
    return [accepted, ok('write_permission', 'The key only reads, as chosen', text)]
  }
  return [accepted, await examineWriting(ctx), ...(await examineWayOut(ctx, wish))]
}

function keyFinding(failure: ConnectorFailure): SetupFinding {
  const { kind, message, platformCode } = failure
  if (kind === 'reauth') return wrong('keys', 'The store does not accept the key', message)
  if (platformCode === 'shield') return wrong('firewall', 'A firewall answers instead of the store', message)
  if (kind === 'permission') return wrong('key_role', 'The key’s user may not read everything', message)
  return (isPassing(failure) ? unknown : wrong)('store_answer', 'The store could not be asked', message)
}

/** WooCommerce's word for “no such webhook”, with 400 to a write and 404 to everything else. */
const noSuchWebhook = 'woocommerce_rest_shop_webhook_invalid_id'

/** Updates a webhook that does not exist: a key without write access is refused before the store looks for it. */
async function examineWriting(ctx: ConnectorContext): Promise<SetupFinding> {
  const title = 'The key may register webhooks'
  const written = await attempt(async () => (await openStore(ctx)).send('PUT', 'webhooks/0', { body: {} }))
  if (!('failure' in written) || written.failure.platformCode === noSuchWebhook) {
    return ok('write_permission', title, 'So an order shows within seconds.')
  }
  const { kind, message } = written.failure
  if (kind !== 'permission') return unknown('write_permission', title, message)
  const text = `${message} Make a new key with Read/Write under WooCommerce > Settings > Advanced > REST API and connect again.`
  return wrong('write_permission', 'The key may only read', text)
}

const Status = z.object({ environment: z.object({ remote_post_successful: z.boolean() }) })

/** Webhooks and approvals are requests made by the store: checks whether its host allows any. */
async function examineWayOut(ctx: ConnectorContext, wish: ExamineOptions): Promise<SetupFinding[]> {
  const asked = await attempt(async () => {
    const options = { timeoutMs: statusTimeoutMs, retries: 0 }
    return (await openStore(ctx)).get('system_status', { _fields: 'environment' }, options)
  })
  const status = 'failure' in asked ? undefined : Status.safeParse(asked.value.data).data
  const title = 'The store can send webhooks out'
  if (status === undefined) {
    const text = 'The store does not say. The time of the last webhook, below, tells.'
    return [unknown('way_out', title, text)]
  }
  if (status.environment.remote_post_successful) {
    return [ok('way_out', title, 'By its own test it reaches other servers.')]
  }
  if (wish.isHeard) {
    const text =
      'By its own test it reaches no other server, as where only some addresses are allowed; ours is among them, because its webhooks arrive.'
    return [ok('way_out', title, text)]
  }
  const text =
    'By its own test it reaches no other server, so no webhook leaves it. Ask its host to allow outgoing requests (wp_remote_post); until then orders come every few minutes.'
  return [wrong('way_out', 'The store reaches no other server', text)]
}

function notConnected({ way }: ExamineOptions): SetupFinding {
  const text =
    way === 'keys'
      ? 'Enter the key under Integrations: it is tried before it is stored.'
      : 'Nothing stands in the way of approving. Start under Integrations.'
  return unknown('keys', 'No key is there yet', text)
}

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
        byMerchant('Sign in to WordPress as an administrator or shop manager.', {
          at: 'WordPress > Log in',
          fields: ['Username', 'Password'],
          press: 'Log in',
        }),
        byMerchant('Under Settings > Permalinks choose any option except Plain, and save.', {
          at: 'WordPress > Settings > Permalinks',
          ticks: ['Post name'],
          press: 'Save changes',
        }),
        byMerchant(
          'Here, under Integrations > WooCommerce, enter the address of the store. The store opens and asks whether Tillsight may read.',
          { at: 'Tillsight > Integrations > WooCommerce', fields: ['Address of the store'], press: 'Connect' },
        ),
        byMerchant('Choose Approve. You come back here, and the import begins with the newest month.', {
          at: 'WooCommerce > Tillsight would like to connect',
          press: 'Approve',
        }),
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
        byMerchant('In the store open WooCommerce > Settings > Advanced > REST API and choose Add key.', {
          at: 'WooCommerce > Settings > Advanced > REST API',
          press: 'Add key',
        }),
        byMerchant(
          'Description Tillsight; the user an administrator or shop manager; permission Read, or Read/Write if orders should appear within seconds: registering webhooks is a write.',
          {
            at: 'WooCommerce > REST API > Key details',
            fields: ['Description', 'User', 'Permissions'],
            press: 'Generate API key',
          },
        ),
        byMerchant('Copy both parts at once: WooCommerce shows the secret a single time.', {
          at: 'WooCommerce > REST API > Key details',
          fields: ['Consumer key', 'Consumer secret'],
          press: 'Copy',
        }),
        byMerchant(
          'Here, under Integrations, choose WooCommerce and its form for keys, and enter the address of the store and both parts.',
          {
            at: 'Tillsight > Integrations > WooCommerce',
            fields: ['Address of the store', 'Consumer key', 'Consumer secret'],
            press: 'Connect',
          },
        ),
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
    // Only a store that was connected on screen reports its permissions.
    return key ? (permissions ? 'screen' : 'keys') : undefined
  },
  examine: examineStore,
}
