import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { NewKey } from '@tillsight/domain'
import { z } from 'zod'
import { mcpPath } from '../../own-address.ts'
import { postJson } from '../../testing/http.ts'
import type { Installation } from '../../testing/installation.ts'

/** Every scope that a tool asks for. */
export const readScopes = ['metrics:read', 'orders:read', 'attribution:read', 'costs:read', 'health:read'] as const

/** The revisions that are spoken. */
export const currentRevision = '2026-07-28'

const identity = { name: 'test', version: '1.0.0' }

/** What a tool answered, whichever client asked. */
export const ToolAnswer = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.looseObject({}).optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string() })),
})
/** One of {@link ToolAnswer}. */
export type ToolAnswer = z.infer<typeof ToolAnswer>

/** A key of the installation's organisation. */
export async function addKey(installation: Installation, more: object = {}): Promise<NewKey> {
  const { organisation } = await installation.contexts.anyShop()
  const body = { name: 'Assistant', scopes: readScopes, ...more }
  const { body: key } = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, { body })
  return key
}

/** A connected client of the current SDK, in one of its modes. */
export async function connectClient(
  { address }: Installation,
  { key }: Pick<NewKey, 'key'>,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Client> {
  const client = new Client(identity, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpPath, address), { requestInit: withKey(key) }))
  return client
}

/** A connected client of the SDK's first version, unmodified. */
export async function connectOldClient({ address }: Installation, { key }: Pick<NewKey, 'key'>): Promise<OldClient> {
  const client = new OldClient(identity)
  await client.connect(new OldTransport(new URL(mcpPath, address), { requestInit: withKey(key) }))
  return client
}

function withKey(key: string): RequestInit {
  return { headers: { authorization: `Bearer ${key}` } }
}

/** A message as a client of the current revision sends it. */
export function currentMessage(method: string, params: object = {}): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': currentRevision,
    'io.modelcontextprotocol/clientInfo': identity,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
}

/** Headers that go with it. */
export function currentHeaders(method: string, name?: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': currentRevision,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  }
}
