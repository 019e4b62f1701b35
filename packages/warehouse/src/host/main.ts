// The warehouse host: a process of its own that owns chDB on one directory and answers in ClickHouse's protocol.
// Runs on the main thread (chDB breaks in worker threads) and ends with its parent. Must not know the product.
import { fstatSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isAppError } from '@tillsight/core'
import { ownDataDirectory } from '@tillsight/supervisor'
import { engineConfig, memoryLimits } from './config-file.ts'
import { Engine } from './engine.ts'
import { createExecutor } from './executor.ts'
import { createHttpServer } from './server.ts'

const { values: options } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    socket: { type: 'string' },
    port: { type: 'string' },
    'engine-config': { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const longestDrainMs = 8_000

/**
 * Ends this process for certain. Never through `exit`: there the engine's own exit handler may wait for a thread that
 * waits for it, and the process would hang with the directory locked. What was answered for is on the disk.
 */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

function say(level: 'debug' | 'info' | 'error', fields: object, message: string): void {
  if (level === 'debug' && !options.verbose) return
  process.stderr.write(`${JSON.stringify({ level, ...fields, msg: message })}\n`)
}

async function openEngine(dataDir: string): Promise<Engine> {
  const extra = options['engine-config'] ? await readFile(options['engine-config'], 'utf8') : ''
  const configFile = join(dataDir, 'engine.xml')
  await writeFile(configFile, engineConfig(memoryLimits(), extra), { mode: 0o600 })
  const outgoing = join(dataDir, 'outgoing')
  await rm(outgoing, { recursive: true, force: true })
  await mkdir(outgoing, { recursive: true })
  const engine = new Engine({ path: join(dataDir, 'store'), outgoing, configFile })
  await engine.command('CREATE DATABASE IF NOT EXISTS tillsight ENGINE = Atomic')
  return engine
}

async function start(): Promise<void> {
  const dataDir = options['data-dir']
  if (!dataDir || (!options.socket && !options.port)) {
    throw new Error('usage: main.ts --data-dir DIR (--socket PATH | --port NUMBER)')
  }
  process.umask(0o077)
  const directory = await ownDataDirectory(dataDir, { role: 'warehouse' })
  // Lets a later start determine whether the parent is gone.
  await directory.publish({ parent: String(process.ppid) })
  const incomingFolder = join(dataDir, 'incoming')
  await rm(incomingFolder, { recursive: true, force: true })
  await mkdir(incomingFolder, { recursive: true })
  await warnAboutFileLimit()
  const password = (await readFile(join(dataDir, 'password'), 'utf8')).trim()
  const engine = await openEngine(dataDir)
  const executor = createExecutor({ engine, limits: memoryLimits(), log: (fields) => say('debug', fields, 'query') })
  const server = createHttpServer({ executor, password, incomingFolder })

  let stopping = false
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    say('info', { reason }, 'warehouse is stopping')
    // A statement that cannot be ended must not keep the process alive.
    setTimeout(end, longestDrainMs).unref()
    server.close()
    void executor.drain().then(end)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  endWithParent(stop)
  if (options.socket) await rm(options.socket, { force: true })
  server.on('error', (error) => {
    say('error', { err: error.message }, 'the warehouse cannot listen')
    end()
  })
  server.listen(options.socket ? { path: options.socket } : { host: '127.0.0.1', port: Number(options.port) }, () =>
    say('info', { readyMs: Math.round(performance.now()) }, 'warehouse is ready'),
  )
}

/** The parent holds the other end of stdin, which closes when the parent dies, however it dies. */
function endWithParent(stop: (reason: string) => void): void {
  const stdin = fstatSync(0)
  if (!stdin.isFIFO() && !stdin.isSocket()) return
  for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => stop('the parent process is gone'))
  process.stdin.resume()
}

/** Node raises the limit as far as it may; the engine needs about 600 files. */
async function warnAboutFileLimit(): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  if (limit < 2048) say('error', { limit }, 'too few open files allowed: raise the hard limit (ulimit -Hn) to 4096')
}

// The reader may be gone before this process is; a line that nobody reads is no reason to fail.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
process.on('uncaughtException', (error) => {
  say('error', { stack: error.stack }, 'the warehouse ends because of an unexpected failure')
  end()
})

try {
  await start()
} catch (error) {
  say('error', isAppError(error) ? { code: error.code } : {}, error instanceof Error ? error.message : String(error))
  end()
}
