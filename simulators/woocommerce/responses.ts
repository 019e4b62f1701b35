import { json, type TextResponse } from '../web/exchange.ts'

/** A JSON body; `text` is already serialised. */
export function jsonText(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): TextResponse {
  return { ...json(null, status, headers), body: text }
}

/** An error in WordPress' format; thrown by routes and converted into a response by the server. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, what: RefusalText) {
    super(what.message)
    this.status = status
    this.code = what.code
    this.data = what.data ?? { status }
    this.headers = what.headers ?? {}
  }

  toAnswer(): TextResponse {
    return json({ code: this.code, message: this.message, data: this.data }, this.status, this.headers)
  }
}

interface RefusalText {
  readonly code: string
  readonly message: string
  /** Usually the status again; absent = that. */
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type ParameterFault = 'rest_out_of_bounds' | 'rest_not_in_enum' | 'rest_invalid_date' | 'rest_invalid_type'

/** `400 rest_invalid_param`, naming the parameter in WordPress' format. */
export function invalidParameter(name: string, code: ParameterFault, message: string): Refusal {
  const data = { status: 400, params: { [name]: message }, details: { [name]: { code, message, data: null } } }
  return new Refusal(400, { code: 'rest_invalid_param', message: `Invalid parameter(s): ${name}`, data })
}

/** There is no such route, or the plug-in is disabled. */
export function noRoute(): Refusal {
  return new Refusal(404, { code: 'rest_no_route', message: 'No route was found matching the URL and request method.' })
}

/** The id does not exist; `resource` as in the error code, such as `shop_order`. */
export function invalidId(resource: string): Refusal {
  return new Refusal(404, { code: `woocommerce_rest_${resource}_invalid_id`, message: 'Invalid ID.' })
}
