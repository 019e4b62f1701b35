import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after } from 'node:test'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { Installation } from '../../testing/installation.ts'
import { type SignedInPerson, testPassword } from '../../testing/people.ts'
import { waitFor } from '../../testing/temporary.ts'

/** A channel of the official client, and all that it was told. */
export interface Joined {
  readonly channel: RealtimeChannel
  readonly states: string[]
  readonly errors: string[]
  readonly heard: { readonly event: string; readonly payload: Record<string, unknown> }[]
}

/** Official clients, and bare sockets, of an installation; they end with the tests. */
export function realtimeClients({ runtime, address }: Pick<Installation, 'runtime' | 'address'>) {
  const anon = runtime.auth.anonKey
  const clients: SupabaseClient[] = []
  after(async () => {
    await Promise.all(clients.map((client) => client.removeAllChannels()))
  })

  async function until(holds: () => boolean): Promise<void> {
    await waitFor('what was expected', () => holds() || undefined, { seconds: 15 })
  }

  /** The official client of somebody, whose token the sockets know. */
  async function open(person: SignedInPerson, vsn = '2.0.0'): Promise<SupabaseClient> {
    const client = createClient(address, anon, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      realtime: { vsn, disconnectOnEmptyChannelsAfterMs: 0, transport: WebSocket as never },
    })
    clients.push(client)
    const { error } = await client.auth.signInWithPassword({ email: person.email, password: testPassword })
    assert.equal(error, null)
    await client.realtime.setAuth()
    return client
  }

  async function join(client: SupabaseClient, name: string, isPrivate = true): Promise<Joined> {
    const joined: Omit<Joined, 'channel'> = { states: [], errors: [], heard: [] }
    const channel = client.channel(name, { config: { private: isPrivate, broadcast: { ack: true } } })
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
      joined.heard.push({ event, payload })
    })
    channel.subscribe((state, error) => {
      joined.states.push(state)
      if (error !== undefined) joined.errors.push(error.message)
    })
    await until(() => joined.states.length > 0)
    return { channel, ...joined }
  }

  /** A socket without the client, and the code that it was closed with. */
  async function openSocket(headers: Record<string, string> = {}) {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anon}&vsn=2.0.0`, {
      headers,
    })
    const closed = once(socket, 'close').then(([code]) => Number(code))
    await once(socket, 'open')
    return { socket, closed }
  }

  return { open, join, openSocket, until }
}
