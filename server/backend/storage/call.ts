import { asSigner, asStorageError, type FileContext, type FileServices, networkOf } from '@tillsight/domain'
import { type ReadGrant, StorageError } from '@tillsight/storage'
import type { Context } from 'hono'
import type { z } from 'zod'
import { callerContexts } from '../../contexts.ts'
import { peerAddress } from '../../http/peer.ts'
import type { Runtime } from '../../runtime.ts'
import { type BackendCaller, identifyCaller, shownBy } from '../caller.ts'
import type { StorageLimits } from './limits.ts'

/** A request to the storage, as its endpoints see it. */
export interface StorageCall {
  readonly c: Context
  readonly runtime: Runtime
  readonly limits: StorageLimits
  readonly files: FileServices
  /** What stands behind the endpoint in the address, still encoded. */
  readonly rest: string
  readonly query: URLSearchParams
  /** Files as the caller may use them. Throws `AccessDenied` for whoever is nobody. */
  context(): Promise<FileContext>
  /** Files as whoever signed an address may use them. Throws for somebody who is banned or gone. */
  asSigner(grant: ReadGrant): Promise<FileContext>
}

/** Takes a request in. Nothing is looked up yet. */
export function openCall(
  runtime: Runtime,
  limits: StorageLimits,
  at: { readonly c: Context; readonly rest: string; readonly query: URLSearchParams },
): StorageCall {
  const { files } = runtime
  const shown = shownBy(runtime, at.c)
  return {
    ...at,
    runtime,
    limits,
    files,
    async context() {
      const caller = await identify(runtime, shown)
      if (caller.kind === 'service') return { ...files, caller }
      if (caller.kind === 'anonymous') throw new StorageError('AccessDenied', 'Invalid Compact JWS')
      limits.takePerson(caller.caller.id)
      return { ...files, caller: { kind: 'person', ctx: await callerContexts(runtime, caller.visit).person() } }
    },
    async asSigner({ sub, scope }) {
      const mayAct = sub === 'service' || (await runtime.auth.service.mayAct(sub))
      if (!mayAct) throw new StorageError(scope === 'upload' ? 'AccessDenied' : 'NoSuchKey')
      return asSigner(files, sub)
    },
  }
}

async function identify(runtime: Runtime, shown: Parameters<typeof identifyCaller>[1]): Promise<BackendCaller> {
  try {
    return await identifyCaller(runtime, shown)
  } catch (error) {
    throw asStorageError(error)
  }
}

const largestBody = 256 * 1024

/** Reads a body of JSON. Throws `InvalidRequest`, naming the field that is wrong. */
export async function readBody<T>({ c }: StorageCall, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await parseJson(c))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new StorageError('InvalidRequest', `body${field && `/${field}`}: ${issue?.message ?? 'not valid'}`)
}

async function parseJson(c: Context): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.byteLength
    if (size > largestBody) throw new StorageError('EntityTooLarge', 'This body is larger than 256 KiB.')
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces).toString('utf8')
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch (cause) {
    throw new StorageError('InvalidRequest', 'This body is not JSON.', { cause })
  }
}

/** The network that a request comes from. */
export function networkOfCall({ c, runtime }: StorageCall): string {
  return networkOf(peerAddress(c, runtime.config.trustProxy))
}
