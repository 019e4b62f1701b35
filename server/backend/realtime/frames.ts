import { isJsonObject, type JsonObject } from '@tillsight/core/merge-patch'

/** One message of the protocol, in either of its versions. */
export interface Frame {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: JsonObject
}

/** Versions of the protocol: the older one sends objects, the newer one lists. */
export type Version = '1.0.0' | '2.0.0'

/** Reads what a client sent; undefined for what is no message. */
export function readFrame(data: Buffer, isBinary: boolean): Frame | undefined {
  return isBinary ? readBroadcast(data) : readText(data.toString('utf8'))
}

function readText(text: string): Frame | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed)) {
      const [joinRef, ref, topic, event, payload] = parsed as unknown[]
      return parsed.length === 5 ? toFrame({ joinRef, ref, topic, event, payload }) : undefined
    }
    if (!isJsonObject(parsed)) return undefined
    const { join_ref: joinRef = null, ref = null, topic, event, payload } = parsed
    return toFrame({ joinRef, ref, topic, event, payload })
  } catch {
    return undefined
  }
}

function toFrame({
  joinRef,
  ref,
  topic,
  event,
  payload = {},
}: { readonly [Name in keyof Frame]: unknown }): Frame | undefined {
  const isRef = (value: unknown): value is string | null => value === null || typeof value === 'string'
  if (!isRef(joinRef) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return undefined
  return { joinRef, ref, topic, event, payload: isJsonObject(payload) ? payload : {} }
}

const kindOfBroadcast = 3
const lengthsFrom = 1
const textsFrom = 7

/** Broadcasts of newer clients are binary: lengths of five texts, the texts, then what is sent, which is not read. */
function readBroadcast(data: Buffer): Frame | undefined {
  if (data.length < textsFrom || data[0] !== kindOfBroadcast) return undefined
  let at = textsFrom
  const texts = [0, 1, 2].map((index) => {
    const length = data[lengthsFrom + index] ?? 0
    at += length
    return data.subarray(at - length, at).toString('utf8')
  })
  if (at > data.length) return undefined
  const [joinRef = '', ref = '', topic = ''] = texts
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} }
}

/** A message for a client of the version. */
export function printFrame({ joinRef, ref, topic, event, payload }: Frame, version: Version): string {
  return JSON.stringify(
    version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef },
  )
}
