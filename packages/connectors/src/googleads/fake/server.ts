import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Answer, type FakeRequest, json, page, readRequest } from './answers.ts'
import { answerApi, customerOf, queryOf, resourceOf } from './api.ts'
import { answerDataManager } from './data-manager.ts'
import { edgeError, faultAnswer } from './errors.ts'
import type { Area, Fault } from './faults.ts'
import { authorize, exchangeToken, revokeToken } from './oauth.ts'
import type { World } from './options.ts'
import { picture } from './pictures.ts'

const logLimit = 20_000

/** Makes the HTTP server; what it serves is asked for once the address is known. */
export function makeServer(world: () => World): Server {
  const server = createServer((message, response) => {
    // Whoever called may be gone before the call was read: nobody waits for an answer then.
    serve(world(), message, response).catch(() => response.destroy())
  })
  // A client that computes for a while between two questions finds its connection still open.
  server.keepAliveTimeout = 120_000
  return server
}

async function serve(world: World, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message)
  const area = areaOf(request.path)
  const target = { area, resource: resourceOf(request), customer: customerOf(request), query: queryOf(request) }
  const fault = world.faults.strike(target)
  if (fault?.kind === 'call') fault.run()
  const answer = answerSafely(world, { request, area, fault })
  world.log.push({
    method: request.method,
    path: request.path,
    ...target,
    login: request.headers['login-customer-id'],
    status: answer.status,
  })
  if (world.log.length > logLimit) world.log.splice(0, logLimit / 2)
  if (fault?.kind === 'slow') setTimeout(() => send(response, answer, fault), fault.milliseconds).unref()
  else send(response, answer, fault)
}

function areaOf(path: string): Area {
  if (path === '/o/oauth2/v2/auth') return 'auth'
  if (path === '/token') return 'token'
  if (path === '/revoke') return 'revoke'
  return path.startsWith('/pictures/') || path.startsWith('/vi/') ? 'picture' : 'api'
}

interface Call {
  readonly request: FakeRequest
  readonly area: Area
  readonly fault: Fault | undefined
}

function answerSafely(world: World, call: Call): Answer {
  try {
    return faultAnswer(call.fault, call.request) ?? answer(world, call)
  } catch (error) {
    // A fault of the simulator itself: the test that hit it shows the text.
    process.emitWarning(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return json(edgeError(500, 'INTERNAL', { message: 'Internal error encountered.' }), 500)
  }
}

function answer(world: World, { request, area, fault }: Call): Answer {
  switch (area) {
    case 'auth':
      return authorize(world, request)
    case 'token':
      return exchangeToken(world, request)
    case 'revoke':
      return revokeToken(world, request)
    case 'picture':
      return picture(request.path) ?? page('Not found', '', 404)
    default:
      return answerDataManager(world, request) ?? answerApi(world, request, fault)
  }
}

function send(response: ServerResponse, answer: Answer, fault: Fault | undefined): void {
  if (response.destroyed) return
  const body = Buffer.from(answer.body)
  if (fault?.kind === 'cut') {
    response.writeHead(answer.status, answer.headers)
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
    return
  }
  const whole = fault?.kind === 'truncated' ? body.subarray(0, Math.floor(body.length / 2)) : body
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(whole.length) })
  response.end(whole)
}
