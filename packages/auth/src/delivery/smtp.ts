import { isIP } from 'node:net'
import { AppError } from '@tillsight/core'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import type { MailTransport } from './message.ts'

/** A mail server, as `SMTP_URL` names it. */
interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps://`). */
  readonly secure: boolean
  /** Refuse to go on without STARTTLS. */
  readonly requireTLS: boolean
  readonly rejectUnauthorized: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/**
 * Reads `smtp://user:password@host:587` or `smtps://…:465`. Credentials travel encrypted unless the server is this
 * machine or `?requireTLS=false` says otherwise; `?rejectUnauthorized=false` accepts a self-made certificate.
 * Throws `invalid_input` without repeating the credentials.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = parseAddress(text)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const switches = readSwitches(url.searchParams)
  const user = decode(url.username)
  const auth = user === '' ? undefined : { user, pass: decode(url.password) }
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && (switches.get('requireTLS') ?? (auth !== undefined && !loopback.test(host))),
    rejectUnauthorized: switches.get('rejectUnauthorized') ?? true,
    auth,
  }
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return url
  throw wrong('expected smtp://user:password@host:587 or smtps://user:password@host:465')
}

function readSwitches(parameters: URLSearchParams): ReadonlyMap<string, boolean> {
  const switches = new Map<string, boolean>()
  for (const [name, value] of parameters) {
    if (name !== 'requireTLS' && name !== 'rejectUnauthorized') throw wrong(`“${name}” is not a known option`)
    if (value !== 'true' && value !== 'false') throw wrong(`${name} is neither true nor false`)
    switches.set(name, value === 'true')
  }
  return switches
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('the user name or the password is not percent-encoded; write % as %25')
  }
}

/** For certificates: an address has no name to compare. */
function serverName({ host }: SmtpServer): string | undefined {
  return isIP(host) ? undefined : host
}

function wrong(reason: string): AppError {
  return new AppError('invalid_input', `SMTP_URL cannot be used: ${reason}.`)
}

/** `url` as `SMTP_URL`, `from` as `MAIL_FROM`: `Tillsight <mail@shop.example>`. `timeoutMs` is for each step. */
export interface SmtpOptions {
  readonly url: string
  readonly from: string
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 15_000
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Sends through an SMTP server. Throws `invalid_input` immediately for an invalid url or sender. */
export function createSmtpTransport({ url, from, timeoutMs = defaultTimeoutMs }: SmtpOptions): MailTransport {
  const server = parseSmtpUrl(url)
  const sender = parseSender(from)
  const open = async () =>
    (await import('nodemailer')).createTransport({ ...connection(server), ...timeouts(timeoutMs), ...noFiles })
  // With the first mail: the library takes memory, and many an installation sends none.
  let smtp: ReturnType<typeof open> | undefined
  return {
    async send(message) {
      const to = requireAddress(message.to)
      try {
        smtp ??= open()
        await (await smtp).sendMail({
          // Objects are used as is; a string would be parsed and could name further recipients.
          from: sender,
          to: { name: '', address: to },
          envelope: { from: sender.address, to: [to] },
          subject: oneLine(message.subject),
          text: message.text,
          html: message.html,
          ...(message.attachments && { attachments: [...message.attachments] }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...message.headers },
          ...(message.id === undefined ? {} : { messageId: `<${message.id}@${sender.address.split('@').at(-1)}>` }),
        })
      } catch (error) {
        throw failure(server, error)
      }
    },
  }
}

const noFiles = { disableFileAccess: true, disableUrlAccess: true } as const

function timeouts(timeoutMs: number) {
  return {
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  }
}

function connection(server: SmtpServer) {
  const name = serverName(server)
  return {
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTLS,
    tls: { rejectUnauthorized: server.rejectUnauthorized, ...(name === undefined ? {} : { servername: name }) },
    ...(server.auth === undefined ? {} : { auth: { ...server.auth } }),
  }
}

function parseSender(text: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(oneLine(text), { flatten: true })
  if (sender?.address === undefined || others.length > 0 || !isAddress(sender.address)) {
    throw new AppError(
      'invalid_input',
      'MAIL_FROM cannot be used: expected one address, like Tillsight <mail@shop.example>.',
    )
  }
  return { name: sender.name, address: sender.address }
}

function isAddress(text: string): boolean {
  return /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text) && text.search(controls) === -1 && text.length <= 320
}

function requireAddress(text: string): string {
  if (isAddress(text)) return text
  throw new AppError('invalid_input', 'A mail was not sent: its recipient is not an email address.')
}

/** Removes line breaks: what follows one would be read as further headers. */
function oneLine(text: string): string {
  return text.replace(controls, ' ').trim()
}

const Failure = z.object({
  message: z.string(),
  code: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
  command: z.string().optional(),
  syscall: z.string().optional(),
})

/** Failures before any of the mail was sent. */
const earlyCodes = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS', 'EENVELOPE', 'EREQUIRETLS'])
const earlyMessages = /^(?:Connection timeout|Greeting never received|Cannot connect)/

/** Whether the server certainly has not accepted the mail; a connection that breaks may have done so after its last byte. */
function isCertain({ code = '', message, responseCode, syscall }: z.infer<typeof Failure>): boolean {
  return responseCode !== undefined || earlyCodes.has(code) || syscall === 'connect' || earlyMessages.test(message)
}

function failure(server: SmtpServer, cause: unknown): AppError {
  const { data } = Failure.safeParse(cause)
  const said = oneLine(data?.response ?? data?.message ?? 'unknown failure')
  const text = server.auth === undefined || server.auth.pass === '' ? said : said.replaceAll(server.auth.pass, '…')
  return new AppError(
    'upstream_failed',
    `The mail server ${server.host}:${server.port} did not take the mail: ${text}. ${advice(data?.code)}`,
    { details: data === undefined ? {} : detailsOf(data) },
  )
}

function detailsOf(data: z.infer<typeof Failure>): AppError['details'] {
  return {
    ...(data.responseCode === undefined ? {} : { status: data.responseCode }),
    refused: data.command === 'RCPT TO' ? 'address' : 'mail',
    certainty: isCertain(data) ? 'not accepted' : 'unknown',
  }
}

function advice(code: string | undefined): string {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'Check the user name and the password in SMTP_URL.'
  if (code === 'ETLS') return 'Check that SMTP_URL has the right port and that the certificate is valid.'
  if (code === 'EENVELOPE') return 'Check MAIL_FROM and the recipient.'
  return 'Check SMTP_URL, and that the server can be reached from here.'
}

/**
 * Whether retrying cannot help: the recipient is not an address, or the server permanently refused the recipient or the mail.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { kind } = toMailFailure(error)
  return kind === 'address' || kind === 'mail'
}

/**
 * What a failure says about its mail: the address is refused for good, or this mail is; it certainly was not accepted for now; or
 * nobody knows, because the connection broke when all of it had been sent.
 */
export interface MailFailure {
  readonly kind: 'address' | 'mail' | 'later' | 'unknown'
  readonly reason: string
}

/** Reads a transport's failure; anything but the transport's own is rethrown. */
export function toMailFailure(error: unknown): MailFailure {
  if (!(error instanceof AppError)) throw error
  const { details, message: reason, code } = error
  if (code === 'invalid_input') return { kind: 'address', reason }
  if (code !== 'upstream_failed') throw error
  const { status, certainty, refused } = details
  const hasAnswered = typeof status === 'number'
  if (hasAnswered && status >= 550 && status <= 556) return { kind: refused === 'address' ? 'address' : 'mail', reason }
  return { kind: hasAnswered || certainty === 'not accepted' ? 'later' : 'unknown', reason }
}
