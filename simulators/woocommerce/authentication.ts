import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FakeKeyOptions, FakeSite, FakeUser, KeyPermissions } from './options.ts'
import { type FakeRequest, type QueryEntry, single } from './request.ts'
import { Refusal } from './responses.ts'

/** A REST API key of the store. */
export interface FakeKey {
  readonly id: number
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly permissions: KeyPermissions
  readonly user: string
  readonly description: string
}

/** The store's keys and their users. */
export class FakeKeys {
  readonly #site: FakeSite
  readonly #keys = new Map<string, FakeKey>()
  readonly #nonces = new Map<string, Map<string, number>>()
  #lastId = 0

  constructor(site: FakeSite, initial: readonly FakeKeyOptions[]) {
    this.#site = site
    for (const key of initial) this.add(key)
  }

  /** Makes a key; parts that are not given are random. */
  add(options: Partial<FakeKeyOptions> & { readonly description?: string } = {}): FakeKey {
    this.#lastId += 1
    const key: FakeKey = {
      id: this.#lastId,
      consumerKey: options.consumerKey ?? `ck_${randomBytes(20).toString('hex')}`,
      consumerSecret: options.consumerSecret ?? `cs_${randomBytes(20).toString('hex')}`,
      permissions: options.permissions ?? 'read',
      user: options.user ?? this.#site.users.find((user) => user.role === 'administrator')?.login ?? 'admin',
      description: options.description ?? 'made by hand',
    }
    this.#keys.set(key.consumerKey, key)
    return key
  }

  find(consumerKey: string): FakeKey | undefined {
    return this.#keys.get(consumerKey)
  }

  list(): FakeKey[] {
    return [...this.#keys.values()]
  }

  /** Ends a key, as the merchant does in the admin. */
  delete(consumerKey: string): void {
    this.#keys.delete(consumerKey)
  }

  /** Removes the role of a user (or restores it): their keys stay valid but are not permitted anything. */
  setRole(login: string, role: FakeUser['role']): void {
    this.#site.users = this.#site.users.map((user) => (user.login === login ? { ...user, role } : user))
  }

  /** Whether the user may manage the shop. */
  mayManage(login: string): boolean {
    const role = this.#site.users.find((user) => user.login === login)?.role
    return role === 'administrator' || role === 'shop_manager'
  }

  /** Records a nonce; false if the key has used it within 15 minutes. */
  useNonce(consumerKey: string, nonce: string, at: number): boolean {
    const used = this.#nonces.get(consumerKey) ?? new Map<string, number>()
    for (const [old, seenAt] of used) if (at - seenAt > 900) used.delete(old)
    if (used.has(nonce)) return false
    used.set(nonce, at)
    this.#nonces.set(consumerKey, used)
    return true
  }
}

/** Finds whose key signed the request; undefined = anonymous. Throws the store's own 401. */
export function authenticate(request: FakeRequest, site: FakeSite, keys: FakeKeys): FakeKey | undefined {
  const isOurs = ['/', '-'].some((end) => request.uri.includes(`${site.restPrefix}/wc${end}`))
  if (!isOurs) return undefined
  const basic = site.isSsl ? basicKey(request, keys) : undefined
  const key = basic ?? oauthKey(request, site, keys)
  if (key) checkPermissions(key, request.method)
  return key
}

function basicKey(request: FakeRequest, keys: FakeKeys): FakeKey | undefined {
  const inQuery = [single(request.query, 'consumer_key'), single(request.query, 'consumer_secret')] as const
  const [consumerKey, secret] = inQuery[0] && inQuery[1] ? inQuery : headerParts(request.headers['authorization'])
  const key = consumerKey && secret ? keys.find(consumerKey) : undefined
  if (!key || !secret) return undefined
  if (!sameText(key.consumerSecret, secret)) throw authError('Consumer secret is invalid.', true)
  return key
}

function headerParts(header: string | undefined): readonly [string?, string?] {
  const match = /^Basic\s+(\S+)$/i.exec(header ?? '')
  const text = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? [] : [text.slice(0, colon), text.slice(colon + 1)]
}

const oauthFields = [
  'oauth_consumer_key',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
] as const

function oauthKey(request: FakeRequest, site: FakeSite, keys: FakeKeys): FakeKey | undefined {
  const parameters = withHeaderParameters(request)
  const values = new Map(oauthFields.map((field) => [field, single(parameters, field)] as const))
  const missing = oauthFields.filter((field) => !values.get(field))
  if (missing.length === oauthFields.length) return undefined
  if (missing.length > 0) {
    const message = `Missing OAuth parameter${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`
    throw new Refusal(401, { code: 'woocommerce_rest_authentication_missing_parameter', message })
  }
  const key = keys.find(values.get('oauth_consumer_key') ?? '')
  if (!key) throw authError('Consumer key is invalid.')
  checkSignature({
    request,
    parameters,
    site,
    key,
    method: values.get('oauth_signature_method') ?? '',
    signature: values.get('oauth_signature') ?? '',
  })
  const now = Math.floor(site.clock.now().getTime() / 1000)
  const timestamp = Number(values.get('oauth_timestamp'))
  if (!(Math.abs(now - timestamp) <= 900)) throw authError('Invalid timestamp.')
  if (!keys.useNonce(key.consumerKey, values.get('oauth_nonce') ?? '', now)) {
    throw authError('Invalid nonce - nonce has already been used.')
  }
  return key
}

function withHeaderParameters(request: FakeRequest): readonly QueryEntry[] {
  const header = request.headers['authorization'] ?? ''
  if (!/^OAuth\s/i.test(header)) return request.query
  const found = [...header.matchAll(/(oauth_[a-z-]*)="([^"]*)"/g)]
  return [...request.query, ...found.map(([, name = '', value = '']) => ({ name, value: decodeURIComponent(value) }))]
}

interface Signed {
  readonly request: FakeRequest
  readonly parameters: readonly QueryEntry[]
  readonly site: FakeSite
  readonly key: FakeKey
  readonly method: string
  readonly signature: string
}

function checkSignature({ request, parameters, site, key, method, signature }: Signed): void {
  const algorithm = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' }[method]
  if (!algorithm) throw authError('Invalid signature - signature method is invalid.')
  const pairs = parameters
    .filter((entry) => entry.name !== 'oauth_signature')
    .map((entry) => ({ name: encode(entry.name), value: encode(entry.value) }))
    .sort((a, b) => byteOrder(a.name, b.name) || byteOrder(a.value, b.value))
    .map((entry) => `${entry.name}=${entry.value}`)
  const verb = (single(request.query, '_method') ?? request.method).toUpperCase()
  const base = [verb, encode(signedUrl(request, site)), encode(pairs.join('&'))].join('&')
  const expected = createHmac(algorithm, `${key.consumerSecret}&`).update(base).digest('base64')
  if (!sameText(expected, signature)) throw authError('Invalid signature - provided signature does not match.')
}

/** The address the store believes was called: its own home, its own scheme, the path without the home's path. */
function signedUrl(request: FakeRequest, site: FakeSite): string {
  const home = new URL(site.homeUrl)
  const base = `${home.pathname.replace(/\/+$/, '')}/`
  const path = request.path.startsWith(base) ? request.path.slice(base.length) : request.path.replace(/^\//, '')
  const root = `${site.isSsl ? 'https' : 'http'}://${home.host}${base.slice(0, -1)}`
  return path === '' ? root : `${root}/${path}`
}

function checkPermissions(key: FakeKey, method: string): void {
  const wanted = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write'
  if (key.permissions !== 'read_write' && key.permissions !== wanted) {
    throw authError(`The API key provided does not have ${wanted} permissions.`)
  }
}

function authError(message: string, basic = false): Refusal {
  const realm =
    'Basic realm="WooCommerce API. Use a consumer key in the username field and a consumer secret in the password field."'
  const headers: Record<string, string> = basic ? { 'www-authenticate': realm } : {}
  return new Refusal(401, { code: 'woocommerce_rest_authentication_error', message, headers })
}

function byteOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
