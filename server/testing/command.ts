import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { root } from '../version.ts'
import type { CleanUp } from './temporary.ts'

/** Exit code and output of a command. */
export interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** A started process with its output so far. */
export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Outcome>
  readonly said: () => { readonly out: string; readonly err: string }
}

/** Script that runs the product without its pages. */
export const serveProcess = fileURLToPath(import.meta.resolve('./serve-process.ts'))

type Environment = Readonly<Record<string, string>>

/** Shares this process's compile cache: that halves the time of a command. */
const { NODE_COMPILE_CACHE: compileCache } = process.env
const usual = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  ...(compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache }),
}

/** Starts a script of the project with this environment only. */
export function start(script: string, args: readonly string[], env: Environment): Started {
  return follow(spawn(process.execPath, [script, ...args], startOptions(env)))
}

/** Starts a script that receives messages. */
export function startListening(script: string, env: Environment): Started {
  return follow(spawn(process.execPath, [script], { ...startOptions(env), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }))
}

function startOptions(env: Environment): SpawnOptions {
  return { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...usual, ...env } }
}

function follow(child: ChildProcess): Started {
  const said = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }))
  return { child, ended, said: () => ({ ...said }) }
}

/** Runs the command-line tool to its end. */
export async function tillsight(args: readonly string[], env: Environment): Promise<Outcome> {
  return await start(join(root, 'scripts', 'cli.ts'), args, env).ended
}

/** Runs the tool with `--json` and parses the output. `T` is not checked. */
export async function tillsightJson<T>(args: readonly string[], env: Environment): Promise<T> {
  const outcome = await tillsight([...args, '--json'], env)
  if (outcome.code !== 0) throw new Error(`${args.join(' ')} ended with ${outcome.code}: ${outcome.err}`)
  return JSON.parse(outcome.out) as T
}

/** A running product in a process of its own. */
export interface ServerProcess extends Started {
  readonly address: string
  readonly pid: number
}

/** Starts the product on a free port, as another user if one is named, and waits until it is ready. Killed, if need be, when the test ends. */
export async function startServer(
  t: CleanUp,
  env: Environment,
  { script = serveProcess, uid }: { readonly script?: string; readonly uid?: number } = {},
): Promise<ServerProcess> {
  const usualEnv = { PORT: '0', LOG_LEVEL: 'error', ALLOW_PRIVATE_STORE_URLS: '1', RATES_URL: 'off' }
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const started = follow(spawn(process.execPath, [script], { ...startOptions({ ...usualEnv, ...env }), ...identity }))
  const { child, ended, said } = started
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  const ready = new Promise<string>((done) => {
    child.stdout?.on('data', () => {
      const address = /ready at (\S+)/.exec(said().out)?.[1]
      if (address !== undefined) done(address)
    })
  })
  const address = await Promise.race([ready, ended])
  if (typeof address !== 'string') throw new Error(`The server did not start: ${address.err}${address.out}`)
  return { ...started, address, pid: child.pid ?? 0 }
}

/** Creates an account by the command line and signs in to the running product; returns the access token. */
export async function signInAt({ address }: ServerProcess, env: Environment): Promise<string> {
  const account = { email: 'owner@example.com', password: 'correct horse battery' }
  const made = await tillsight(
    ['user', 'create', '--email', account.email, '--password', account.password, '--admin'],
    env,
  )
  if (made.code !== 0) throw new Error(`user create ended with ${made.code}: ${made.err}`)
  const { data, error } = await createClient(address, 'anon', {
    auth: { persistSession: false },
  }).auth.signInWithPassword(account)
  if (error !== null) throw error
  return data.session.access_token
}
