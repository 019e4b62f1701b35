import { randomBytes } from 'node:crypto'
import type { FakeKeyOptions, FakeSite, FakeUser, KeyPermissions } from './options.ts'

/** A REST API key of the store. */
export interface FakeKey {
  readonly id: number
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly permissions: KeyPermissions
  readonly user: string
  readonly description: string
}

/** The store's keys and the people behind them. */
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

  /** Takes the role from a user (or gives it back): their keys stay valid but may do nothing. */
  setRole(login: string, role: FakeUser['role']): void {
    this.#site.users = this.#site.users.map((user) => (user.login === login ? { ...user, role } : user))
  }

  /** Whether the user may manage the shop. */
  mayManage(login: string): boolean {
    const role = this.#site.users.find((user) => user.login === login)?.role
    return role === 'administrator' || role === 'shop_manager'
  }

  /** Notes a nonce; false when the key has used it within 15 minutes. */
  useNonce(consumerKey: string, nonce: string, at: number): boolean {
    const used = this.#nonces.get(consumerKey) ?? new Map<string, number>()
    for (const [old, seenAt] of used) if (at - seenAt > 900) used.delete(old)
    if (used.has(nonce)) return false
    used.set(nonce, at)
    this.#nonces.set(consumerKey, used)
    return true
  }
}
