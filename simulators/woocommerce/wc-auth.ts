import { randomBytes } from 'node:crypto'
import { escapeHtml, html, type TextResponse } from '../web/exchange.ts'
import type { KeyPermissions } from './options.ts'
import { postSafely } from './outgoing.ts'
import { type FakeRequest, isArrayParameter, parseQuery, type QueryEntry, single } from './request.ts'
import type { World } from './world.ts'

type Parameters = Readonly<Record<'app_name' | 'user_id' | 'return_url' | 'callback_url' | 'scope', string>>

/** Why a screen ends in the 401 page; the text is the store's own, without its full stop. */
class Denied extends Error {}

/** The pages on which a merchant authorises an application: login, approve or deny, key created and sent. */
export class WcAuth {
  readonly #world: World
  readonly #sessions = new Map<string, string>()
  readonly #nonces = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** Handles `/wc-auth/v1/{route}`. Every error is a 401 page that starts with "Error: ". */
  async handle(route: string, request: FakeRequest): Promise<TextResponse> {
    try {
      const values = [...request.query, ...(request.method === 'POST' ? parseQuery(request.body) : [])]
      const parameters = this.#validate(values)
      if (route === 'login') return this.#login(request, values, parameters)
      const user = this.#user(request)
      if (user === undefined) return redirect(this.#screen('login', parameters))
      if (!this.#world.keys.mayManage(user)) throw new Denied('You do not have permission to access this page')
      if (route === 'authorize') return this.#approve(user, parameters)
      if (route === 'access_granted') return await this.#grant(user, values, parameters)
      return html('Page not found', '<h1>Page not found</h1>', { status: 404 })
    } catch (error) {
      if (!(error instanceof Denied)) throw error
      const text = `<div class="wp-die-message">Error: ${escapeHtml(error.message)}.</div>`
      return html('Access denied', text, { status: 401 })
    }
  }

  #validate(values: readonly QueryEntry[]): Parameters {
    const text = (name: string): string => {
      const value = isArrayParameter(values, name) ? undefined : single(values, name)
      if (!value) throw new Denied(`Missing parameter ${name}`)
      return value
    }
    const parameters: Parameters = {
      app_name: text('app_name'),
      user_id: text('user_id'),
      return_url: withScheme(text('return_url')),
      callback_url: withScheme(text('callback_url')),
      scope: text('scope'),
    }
    if (!isScope(parameters.scope)) throw new Denied(`Invalid scope ${parameters.scope}`)
    for (const url of [parameters.return_url, parameters.callback_url]) {
      if (!URL.canParse(url)) throw new Denied(`The ${url} is not a valid URL`)
    }
    const insecure = !/^https:\/\//i.test(parameters.callback_url)
    if (insecure && this.#world.site.callbacks === 'strict') throw new Denied('The callback_url needs to be over SSL')
    return parameters
  }

  #user(request: FakeRequest): string | undefined {
    const cookie = /(?:^|;\s*)sandbox_session=([^;]+)/.exec(request.headers['cookie'] ?? '')?.[1]
    return cookie === undefined ? undefined : this.#sessions.get(cookie)
  }

  #login(request: FakeRequest, values: readonly QueryEntry[], parameters: Parameters): TextResponse {
    const login = single(values, 'username')
    const user = this.#world.site.users.find(
      (entry) => entry.login === login && entry.password === single(values, 'password'),
    )
    if (request.method === 'POST' && user) {
      const session = randomBytes(16).toString('hex')
      this.#sessions.set(session, user.login)
      const cookie = `sandbox_session=${session}; Path=${this.#world.site.path || '/'}; HttpOnly`
      return redirect(this.#screen('authorize', parameters), { 'set-cookie': cookie })
    }
    const problem =
      request.method === 'POST'
        ? '<ul class="woocommerce-error"><li><strong>Error:</strong> The username or password is wrong.</li></ul>'
        : ''
    const form =
      `<h1>${escapeHtml(parameters.app_name)} would like to connect to your store</h1>${problem}` +
      `<p>To connect to ${escapeHtml(parameters.app_name)} you need to be logged in. Log in to your store below, or <a href="${escapeHtml(answerUrl(parameters, 0))}">cancel and return to ${escapeHtml(parameters.app_name)}</a></p>` +
      `<form method="post" class="wc-auth-login" action="${escapeHtml(this.#screen('login', parameters))}">` +
      '<p><label for="username">Username or email address</label> <input type="text" name="username" id="username"></p>' +
      '<p><label for="password">Password</label> <input type="password" name="password" id="password"></p>' +
      '<p><button type="submit" class="wc-auth-login-button" name="login" value="Login">Log in</button></p></form>'
    return html('Application authentication request', form)
  }

  #approve(user: string, parameters: Parameters): TextResponse {
    const nonce = randomBytes(5).toString('hex')
    this.#nonces.add(nonce)
    const approve = `${this.#screen('access_granted', parameters)}&wc_auth_nonce=${nonce}`
    const name = escapeHtml(parameters.app_name)
    const content =
      `<h1>${name} would like to connect to your store</h1>` +
      `<p>This will give "${name}" <strong>${parameters.scope === 'read' ? 'Read' : parameters.scope === 'write' ? 'Write' : 'Read/Write'}</strong> access which will allow it to:</p>` +
      '<ul class="wc-auth-permissions"><li>View coupons</li><li>View customers</li><li>View orders and sales reports</li><li>View products</li></ul>' +
      `<div class="wc-auth-logged-in-as"><p>Logged in as ${escapeHtml(user)}</p></div>` +
      `<p class="wc-auth-actions"><a href="${escapeHtml(approve)}" class="button button-primary wc-auth-approve">Approve</a> ` +
      `<a href="${escapeHtml(answerUrl(parameters, 0))}" class="button wc-auth-deny">Deny</a></p>`
    return html('Application authentication request', content)
  }

  async #grant(user: string, values: readonly QueryEntry[], parameters: Parameters): Promise<TextResponse> {
    const { keys, site } = this.#world
    if (!this.#nonces.delete(single(values, 'wc_auth_nonce') ?? '') || !isScope(parameters.scope))
      throw new Denied('Invalid nonce verification')
    const at = site.clock.now().toISOString().slice(0, 19).replace('T', ' ')
    const key = keys.add({
      user,
      permissions: parameters.scope,
      description: `${parameters.app_name.slice(0, 170)} - API (${at})`,
    })
    const outcome = await postSafely(site, {
      url: parameters.callback_url,
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'user-agent': `WordPress/${site.wordpressVersion}; ${site.homeUrl}`,
      },
      body: JSON.stringify({
        key_id: key.id,
        user_id: parameters.user_id,
        consumer_key: key.consumerKey,
        consumer_secret: key.consumerSecret,
        key_permissions: key.permissions,
      }),
    })
    if ('status' in outcome && outcome.status === 200) return redirect(answerUrl(parameters, 1))
    keys.delete(key.consumerKey)
    throw new Denied(
      'error' in outcome
        ? outcome.error
        : 'An error occurred in the request and at the time were unable to send the consumer data',
    )
  }

  #screen(route: string, parameters: Parameters): string {
    const query = new URLSearchParams({ ...parameters })
    return `${this.#world.site.homeUrl}/wc-auth/v1/${route}?${query}`
  }
}

function isScope(scope: string): scope is KeyPermissions {
  return scope === 'read' || scope === 'write' || scope === 'read_write'
}

function withScheme(url: string): string {
  return /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`
}

/** Where the browser is redirected back to; contains nothing secret. */
function answerUrl(parameters: Parameters, success: 0 | 1): string {
  const url = new URL(parameters.return_url)
  url.searchParams.set('success', String(success))
  url.searchParams.set('user_id', parameters.user_id)
  return url.href
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): TextResponse {
  return { status: 302, headers: { location, ...headers }, body: '' }
}
