import { systemClock } from '@tillsight/core'
import type { ConnectCallback, ConnectMethod, ConnectRedirect, ConnectResult, ConnectStart } from '../contract.ts'
import { ConnectorError, withPatience } from '../failures.ts'
import { toEndpoint, toHomeUrl } from './endpoint.ts'
import { isAboutKeys, toFailure } from './failures.ts'
import { hasPlainPermalinks, type Location, locate, type Reach } from './locate.ts'
import { judgeResponse, readResponse } from './responses.ts'
import { WireKeys } from './wire.ts'

const appName = 'Tillsight'
/** The store keeps this many characters of a name, as the key's description. */
const longestName = 170
/** A person waits in front of the browser. */
const patienceMs = 60_000

/** The store's own authorisation pages: https://woocommerce.github.io/woocommerce-rest-api-docs/ */
const authorise: ConnectRedirect = {
  async start(input) {
    const home =
      input.http === undefined
        ? toHomeUrl(input.values.url ?? '')
        : (await withPatience(patienceMs, (signal) => probe(input, signal))).home
    if (home === undefined) throw wrongAddress(input.values.url ?? '')
    if (!input.callbackUrl.startsWith('https:')) throw callbackWithoutTls(home)
    const query = new URLSearchParams({
      app_name: input.beneficiary === undefined ? appName : `${appName} for ${input.beneficiary}`.slice(0, longestName),
      scope: input.access,
      user_id: input.state,
      return_url: input.returnUrl,
      callback_url: input.callbackUrl,
    })
    return `${home}/wc-auth/v1/authorize?${query}`
  },
  // Asynchronous, so that every caller gets a refusal as a rejection.
  async complete(input) {
    return readKeys(input)
  },
  returned(query) {
    return { state: query.user_id ?? '', accepted: query.success === '1' }
  },
}

export const connect: ConnectMethod = {
  fields: [
    {
      key: 'url',
      label: 'Address of the shop',
      help: 'As in your browser, such as https://shop.example',
      type: 'url',
      secret: false,
      required: true,
      isShopAddress: true,
    },
    {
      key: 'key',
      label: 'Consumer key',
      help: 'WooCommerce > Settings > Advanced > REST API > Add key; begins with ck_',
      type: 'password',
      secret: true,
      required: true,
    },
    {
      key: 'secret',
      label: 'Consumer secret',
      help: 'Shown once beside the consumer key; begins with cs_',
      type: 'password',
      secret: true,
      required: true,
    },
  ],
  redirect: authorise,
}

/** Checks whether the store's authorisation pages can work, and finds the shop's own address. */
async function probe({ http, values }: ConnectStart, signal: AbortSignal): Promise<Location> {
  if (http === undefined) throw wrongAddress(values.url ?? '')
  const clock = systemClock
  const location = await locate({ http, signal, clock }, values.url ?? '')
  const host = new URL(location.home).host
  if (!location.active) {
    throw refusal(
      `WooCommerce is not active at ${host}. Activate it under Plugins and connect again.`,
      'woocommerce_inactive',
    )
  }
  if (hasPlainPermalinks(location)) {
    throw refusal(
      `${host} uses permalinks with which its approval page does not work: plain ones, or ones with index.php in them. Choose any other option under Settings > Permalinks and save, or type in a key created under WooCommerce > Settings > Advanced > REST API.`,
      'plain_permalinks',
    )
  }
  await expectDoor({ http, signal, clock }, location)
  return location
}

/**
 * Sends a request without keys: the store itself must refuse it, not something in front of it. Throws what responds instead.
 */
export async function expectDoor({ http, signal, clock }: Reach, location: Location): Promise<void> {
  const response = await http.request({
    method: 'GET',
    url: toEndpoint(location.root, 'wc/v3/orders', { per_page: 1, _: clock.now().getTime() }),
    signal,
    judge: judgeResponse,
    retries: 1,
  })
  const result = readResponse(response)
  const asksForKeys = result.kind === 'error' && result.status === 401 && isAboutKeys(result.code)
  if (!asksForKeys && result.kind !== 'data') {
    const { host } = new URL(location.home)
    throw toFailure(result, response, { host, resource: 'orders', identity: http.identity, now: clock.now() })
  }
}

function readKeys({ body }: ConnectCallback): ConnectResult {
  const keys = WireKeys.safeParse(parse(body))
  if (!keys.success) {
    throw new ConnectorError({
      kind: 'bad_request',
      message:
        'The shop sent keys in a form that is not WooCommerce’s. Start connecting again, or type in a key by hand.',
      platformCode: 'callback',
    })
  }
  const { user_id: state, consumer_key: key, consumer_secret: secret, key_permissions: permissions } = keys.data
  return { state, settings: { key, secret, permissions } }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The schema then rejects undefined with the message for people.
    return undefined
  }
}

function wrongAddress(typed: string): ConnectorError {
  return new ConnectorError({
    kind: 'account_state',
    message: `“${typed.slice(0, 60)}” is not the address of a shop. Enter it as in your browser, such as https://shop.example.`,
    platformCode: 'address',
    field: 'url',
  })
}

function callbackWithoutTls(home: string): ConnectorError {
  return refusal(
    `${new URL(home).host} hands over keys only to an https address, and this installation has none. Set PUBLIC_URL to one, or type in a key created under WooCommerce > Settings > Advanced > REST API.`,
    'callback_without_tls',
  )
}

function refusal(message: string, platformCode: string): ConnectorError {
  return new ConnectorError({ kind: 'account_state', message, platformCode })
}
