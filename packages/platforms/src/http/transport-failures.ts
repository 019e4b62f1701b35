import { isIP, type LookupFunction } from 'node:net'
import { connect } from 'node:tls'
import { ConnectorError } from '../failures.ts'

/** The validity dates of a certificate. */
interface CertificateDates {
  readonly validFrom: string
  readonly validTo: string
}

/**
 * Reads the dates of a certificate that verification has just refused, to name them to the merchant. Verification
 * is off for this one handshake only because it exists to look at the refused certificate: nothing is sent.
 */
export function readCertificateDates(server: {
  readonly host: string
  readonly port: number
  readonly lookup: LookupFunction | undefined
}): Promise<CertificateDates | undefined> {
  return new Promise((resolve) => {
    const socket = connect({
      host: server.host,
      port: server.port,
      ...(isIP(server.host) === 0 ? { servername: server.host } : {}),
      ...(server.lookup === undefined ? {} : { lookup: server.lookup }),
      rejectUnauthorized: false,
      timeout: 5_000,
    })
    const finish = (dates: CertificateDates | undefined) => {
      socket.destroy()
      resolve(dates)
    }
    socket.once('secureConnect', () => {
      const { valid_from: validFrom, valid_to: validTo } = socket.getPeerCertificate()
      finish(validFrom === undefined ? undefined : { validFrom, validTo })
    })
    socket.once('error', () => finish(undefined))
    socket.once('timeout', () => finish(undefined))
  })
}

const certificateCodes: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without its intermediate certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an unknown authority',
  CERT_REVOKED: 'has been revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'was issued for another address',
}

const connectionCodes: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name cannot be found in DNS',
  EAI_AGAIN: 'DNS did not answer',
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'there is no way to that server',
  ENETUNREACH: 'there is no way to that server',
  ETIMEDOUT: 'there was no whole answer in time',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ERR_DECOMPRESSION: 'its compressed answer was damaged',
}

/** Node's error code of a failed exchange, also from inside an AggregateError of several addresses. */
export function transportCode(error: unknown): string {
  if (error instanceof AggregateError) return transportCode(error.errors[0])
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return ''
}

/** Whether a certificate was refused. */
export function isCertificateCode(code: string): boolean {
  return Object.hasOwn(certificateCodes, code)
}

/** Whether the request cannot have reached the platform, so that sending it again repeats nothing. */
export function wasNeverSent(code: string): boolean {
  return ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)
}

/** Converts an exchange without a complete response into a failure for the merchant. */
export function toTransportFailure(error: unknown, host: string, dates?: CertificateDates): ConnectorError {
  const code = transportCode(error)
  if (isCertificateCode(code)) return certificateFailure(error, host, dates)
  if (code === 'ERR_PRIVATE_ADDRESS') {
    return new ConnectorError(
      {
        kind: 'account_state',
        message: `${host} leads into a private network, which this installation does not fetch from. Enter the public address, or ask the operator to allow private store addresses.`,
        platformCode: 'private_address',
      },
      { cause: error },
    )
  }
  if (code === 'ERR_BODY_TOO_LARGE') {
    return new ConnectorError(
      {
        kind: 'too_big',
        message: `${host} sent more data at once than can be taken in; smaller portions are asked for.`,
        platformCode: 'too_large',
      },
      { cause: error },
    )
  }
  const why = connectionCodes[code] ?? 'the connection failed'
  return new ConnectorError(
    {
      kind: 'transient',
      message: `${host} did not answer: ${why}. We keep trying; nothing is lost.`,
      whenAsked: `${host} did not answer: ${why}. If you typed this address, check that it opens in your browser; else try again in a minute.`,
      platformCode: code === 'ETIMEDOUT' ? 'timeout' : code || 'connection',
      worsens: {
        afterMs: 24 * 3_600_000,
        kind: 'account_state',
        message: `${host} has not answered for more than a day (${why}). If it is your shop, ask your host whether it is online; if it is a platform, this server may have no way out to it. Reading goes on by itself as soon as it answers.`,
      },
    },
    { cause: error },
  )
}

function certificateFailure(error: unknown, host: string, dates: CertificateDates | undefined): ConnectorError {
  const code = transportCode(error)
  const valid = dates === undefined ? '' : ` (valid from ${dates.validFrom} to ${dates.validTo})`
  return new ConnectorError(
    {
      kind: 'account_state',
      message: `The certificate of ${host} ${certificateCodes[code]}${valid}, so the connection is not safe and nothing is read. Renew or repair the certificate at your host; reading goes on by itself afterwards.`,
      platformCode: code,
    },
    { cause: error },
  )
}
