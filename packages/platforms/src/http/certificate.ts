import { isIP, type LookupFunction } from 'node:net'
import { connect } from 'node:tls'

/** From when to when a certificate holds, as it says itself. */
export interface CertificateDates {
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
