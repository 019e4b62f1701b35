import { randomBytes } from 'node:crypto'
import { type FakeRequest, fieldsOf, json, type Reply, readJson, textOf } from '../web/exchange.ts'

/** The platform's message for each code, if a call has no other. */
const codeTexts: Readonly<Record<number, string>> = {
  0: 'OK',
  20001: 'Partial success',
  40000: 'Invalid parameters',
  40001: 'No permission to operate advertiser',
  40002: 'Invalid value',
  40003: 'Forbidden',
  40006: 'API version is not supported',
  40007: 'Object does not exist',
  40009: 'This endpoint is not available in the sandbox environment',
  40013: 'Not supported in the sandbox environment',
  40016: 'Too many requests. Please retry later',
  40051: 'Path is invalid',
  40100: 'Requests made too frequently',
  40101: 'Too many requests',
  40102: 'Too many requests',
  40103: 'Refresh token has expired',
  40104: 'Access token is null',
  40105: 'Access token is incorrect or has been revoked.',
  40106: 'Access token is not for this application',
  40107: 'Refresh token is invalid',
  40108: 'Secret is invalid',
  40109: 'Grant type is invalid',
  40110: 'Auth code is invalid or has been used',
  40113: 'App is forbidden',
  40114: 'App is offline',
  40117: 'No permission group',
  40118: 'App is not in the allow list',
  40124: 'Secret is wrong',
  40125: 'Developer is not approved',
  40130: 'Scope is not authorised',
  40132: 'Requests exceed the limit of the minute',
  40133: 'Requests exceed the limit of the day',
  40200: 'Task error',
  40201: 'Task is not ready',
  40202: 'Write conflict: the object is being processed',
  40300: 'Advertiser does not exist',
  40302: 'Object of the advertiser does not exist',
  40400: 'Route not found',
  40700: 'Internal validation error',
  41000: 'Request is blocked',
  41001: 'This endpoint has been taken offline',
  41002: 'Fields have been taken offline',
  50000: 'System error',
  50002: 'Request timed out, please retry',
  51001: 'Statistics service error',
  51010: 'Internal service timed out',
  51037: 'Async task service error',
  51039: 'Auth service timed out',
  51305: 'Inner service error',
  52000: 'Inner service error',
  53103: 'Inner service error',
  60001: 'The service is under maintenance',
  61000: 'Too many requests',
}

/** A refusal of the API: status 200, and a code in the envelope. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, message = codeTexts[code] ?? 'Error') {
    super(message)
    this.code = code
  }
}

/** The envelope of every response, with status 200 whatever the code. */
export function envelope(code: number, message: string, data: unknown): Reply {
  const id = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}${randomBytes(9).toString('hex').toUpperCase()}`
  return json({ code, message, request_id: id, data })
}

/** A response with data. */
export function ok(data: unknown): Reply {
  return envelope(0, 'OK', data)
}

/** An error as a response. */
export function refused(code: number, message = codeTexts[code] ?? 'Error'): Reply {
  return envelope(code, message, {})
}

/** The fields of a JSON body; `40002` when it is none. */
export function bodyFields({ body }: FakeRequest): Readonly<Record<string, unknown>> {
  const read = readJson(body)
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return fieldsOf(read)
  throw new Refusal(40002, 'The request body is not a JSON object.')
}

/** A field that may be sent as text or as a number; empty when it is neither. */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  return textOf(body[name])
}

/** The texts of a JSON-encoded list; `40002` if it is invalid. */
export function textList(name: string, value: string | null): string[] {
  if (value === null || value === '') return []
  const read = readJson(value)
  if (!Array.isArray(read) || !read.every((item) => typeof item === 'string')) {
    throw new Refusal(40002, `${name}: Field must be a JSON list of strings.`)
  }
  return read
}
