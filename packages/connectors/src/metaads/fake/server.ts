import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Answer, type FakeRequest, json, readRequest } from './answers.ts'
import { answerApi, callOf } from './api.ts'
import { servePicture } from './creatives.ts'
import type { Area } from './faults.ts'
import { GraphError } from './graph-error.ts'
import { accessToken, debugToken, dialog } from './oauth.ts'
import { struckBy, type World } from './world.ts'

/** One request that was answered. */
export interface LoggedRequest {
  readonly method: string
  readonly uri: string
  /** Parameters of address and body. */
  readonly params: Readonly<Record<string, string>>
  readonly area: Area | 'dialog'
  readonly accountId: string
  readonly level: string
  readonly status: number
}

const logLimit = 50_000

/** Makes the HTTP server; what it serves is asked for once the address is known. */
export function makeServer(served: () => World, log: LoggedRequest[]): Server {
  return createServer((message, response) => {
    // Whoever called may be gone before the call was read: nobody waits for an answer then.
    serve(served(), { message, response, log }).catch(() => response.destroy())
  })
}

interface Exchange {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly log: LoggedRequest[]
}

async function serve(world: World, { message, response, log }: Exchange): Promise<void> {
  const request = await readRequest(message)
  const isDialog = request.path[0] === 'dialog'
  const call = callOf(world, request)
  const struck = isDialog ? undefined : struckBy(world, call)
  const answer = typeof struck === 'object' ? struck : answerSafely(world, request)
  log.push({
    method: request.method,
    uri: request.uri,
    params: Object.fromEntries(request.params),
    area: isDialog ? 'dialog' : call.area,
    accountId: call.accountId,
    level: call.level,
    status: answer.status,
  })
  if (log.length > logLimit) log.splice(0, logLimit / 2)
  if (struck === 'drop') response.destroy()
  else send(response, answer, struck === 'truncated')
}

function answerSafely(world: World, request: FakeRequest): Answer {
  try {
    return route(world, request)
  } catch (error) {
    if (error instanceof GraphError) return error.toAnswer()
    // A fault of the simulator itself: the test that hit it shows the text.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.emitWarning(`sandbox: ${text}`)
    return json({ error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } }, 500)
  }
}

function route(world: World, request: FakeRequest): Answer {
  const [first = '', second = ''] = request.path
  if (first === 'dialog' && second === 'oauth') return dialog(world, request)
  if (first === 'oauth' && second === 'access_token') return accessToken(world, request)
  if (first === 'debug_token') return debugToken(world, request)
  if (first === 'pictures') return servePicture(world, second.replace(/\.png$/, ''), request.params)
  return answerApi(world, request)
}

function send(response: ServerResponse, answer: Answer, isCut: boolean): void {
  if (response.destroyed) return
  const whole = Buffer.from(answer.body)
  const body = isCut ? whole.subarray(0, Math.floor(whole.length / 2)) : whole
  response.writeHead(isCut ? 200 : answer.status, { ...answer.headers, 'content-length': String(body.length) })
  response.end(body)
}
