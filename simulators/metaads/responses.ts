import type { IncomingMessage } from 'node:http'
import {
  json as plainJson,
  type RawRequest,
  type Reply,
  readRequest as readPlain,
  type TextResponse,
} from '../web/exchange.ts'

/** One request, completely read. Meta treats parameters of the address and of a form body alike. */
export interface FakeRequest extends RawRequest {
  /** Without the version, split. */
  readonly path: readonly string[]
  readonly version: string
  readonly params: URLSearchParams
}

/** Reads the whole request. */
export async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  const request = await readPlain(message)
  const steps = request.path.split('/').filter((step) => step !== '')
  const version = /^v\d+\.\d+$/.test(steps[0] ?? '') ? (steps.shift() ?? '') : ''
  const params = new URLSearchParams([...request.query, ...new URLSearchParams(request.body)])
  return { ...request, path: steps, version, params }
}

/** A JSON body, as Meta sends it. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): TextResponse {
  return plainJson(body, status, { 'facebook-api-version': 'v26.0', ...headers })
}

/** The texts of an error besides its code. */
interface ErrorText {
  readonly subcode?: number
  readonly message: string
  readonly status?: number
  readonly isTransient?: boolean
  readonly title?: string
  readonly userMessage?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An error in Meta's envelope; thrown inside the simulator and answered to the caller. */
export class GraphError extends Error {
  readonly code: number
  readonly text: ErrorText

  constructor(code: number, text: ErrorText) {
    super(text.message)
    this.code = code
    this.text = text
  }

  /** `type` is the same for almost everything, and the status says little, as over there. */
  toAnswer(): Reply {
    const { subcode, message, isTransient = false, title, userMessage, headers } = this.text
    const status = this.text.status ?? (this.code === 1 || this.code === 2 ? 500 : 400)
    const error = {
      message,
      type: 'OAuthException',
      code: this.code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      is_transient: isTransient,
      ...(title === undefined ? {} : { error_user_title: title }),
      ...(userMessage === undefined ? {} : { error_user_msg: userMessage }),
      fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW',
    }
    return json({ error }, status, headers)
  }
}

/** The error for an invalid parameter. */
export function badParameter(message: string, subcode?: number): GraphError {
  return new GraphError(100, { message: `(#100) ${message}`, ...(subcode === undefined ? {} : { subcode }) })
}

/** A missing object gives the same error as one without access. */
export function unknownObject(id: string, method = 'get'): GraphError {
  return new GraphError(100, {
    subcode: 33,
    message: `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  })
}

/** The error for a missing permission. */
export function lacksPermission(message: string, code = 200): GraphError {
  return new GraphError(code, { message: `(#${code}) ${message}`, status: code === 200 ? 403 : 400 })
}

const deaths: Readonly<Record<number, string>> = {
  458: 'Error validating access token: The user has not authorized application.',
  459: 'Error validating access token: You cannot access the app till you log in to www.facebook.com and follow the instructions given.',
  460: 'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  463: 'Error validating access token: Session has expired.',
  464: 'Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.',
  467: 'Error validating access token: This may be because the user logged out or may be due to a system error.',
  492: 'Error validating access token: The user is not an admin of the page or has lost the role.',
}

/** The error for an invalid token, with Meta's subcode. */
export function deadToken(subcode: number): GraphError {
  return new GraphError(190, {
    subcode,
    message: deaths[subcode] ?? 'Invalid OAuth access token - Cannot parse access token',
    status: subcode === 0 ? 400 : 401,
  })
}

/** Texts for a code that a test switches on. */
export function errorOf(code: number, text: Partial<ErrorText>): GraphError {
  return new GraphError(code, { message: `(#${code}) An error of the simulation`, ...text })
}
