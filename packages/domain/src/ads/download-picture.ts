import { hash } from 'node:crypto'
import { type HttpClient, isConnectorError } from '@tillsight/platforms/connectors'
import type { Connection } from '../connections/index.ts'
import type { KeepingServices } from '../stored-files/index.ts'
import type { ReachServices } from './reach.ts'

const largestBytes = 8 * 1024 * 1024
const longestAddress = 2_000
const timeoutMs = 20_000
/** What was advertised or sold in so many days is looked at first. */
export const lookedAtDays = 90

/** Services that fetching pictures needs. */
export interface PictureServices extends ReachServices {
  /** Re-encodes a picture as a small thumbnail; throws `invalid_input` if it is not a picture. */
  encodePicture(image: Uint8Array): Promise<Uint8Array>
  /** Where pictures are kept. */
  readonly files: KeepingServices
}

/** What downloading a connection's pictures takes. */
export interface Fetching {
  readonly services: PictureServices
  readonly connection: Connection
  readonly http: HttpClient
  readonly signal: AbortSignal
}

/** A picture that a platform has, by what identifies it here. */
export interface KnownPicture {
  readonly key: string
  readonly source: string
  /** Downloads it; undefined where it is not available. */
  readonly find: (fetching: Fetching) => Promise<Uint8Array | undefined>
}

/** The picture at an address that a platform told; undefined where there is none. */
export async function download({ http, signal, services }: Fetching, url: string): Promise<Uint8Array | undefined> {
  if (!/^https?:\/\//.test(url) || url.length > longestAddress) return undefined
  try {
    const { status, body } = await http.request({ method: 'GET', url, timeoutMs, retries: 1, signal })
    return status === 200 && body.byteLength > 0 && body.byteLength <= largestBytes ? body : undefined
  } catch (error) {
    if (!isConnectorError(error)) throw error
    services.log.warn({ err: error }, 'the picture could not be fetched')
    return undefined
  }
}

/** Identifies a picture by its source, in few characters. */
export function fingerprint(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 24)
}
