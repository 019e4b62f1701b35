import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../web/exchange.ts'
import { deliveryOf } from '../web/faults.ts'
import { note, respond } from '../web/server.ts'
import { type FakeRequest, GraphError, json, readRequest } from './answers.ts'
import { answerApi, callOf } from './api.ts'
import { servePicture } from './creatives.ts'
import type { Area } from './faults.ts'
import { accessToken, debugToken, dialog } from './oauth.ts'
import { answerOf, struckBy, type World } from './world.ts'

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

/** Answers one request. */
export async function serve(
  world: World,
  log: LoggedRequest[],
  { message, response }: { readonly message: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const request = await readRequest(message)
  const isDialog = request.path[0] === 'dialog'
  const call = callOf(world, request)
  const fault = isDialog ? undefined : struckBy(world, call)
  await respond(response, {
    delivery: deliveryOf(fault),
    broken: json({ error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } }, 500),
    answer: () => {
      const answer = answerOf(fault, call, world) ?? answerOrRefuse(world, request)
      return fault?.kind === 'truncated' ? { ...answer, status: 200 } : answer
    },
    note: ({ status }) =>
      note(log, {
        method: request.method,
        uri: request.uri,
        params: Object.fromEntries(request.params),
        area: isDialog ? 'dialog' : call.area,
        accountId: call.accountId,
        level: call.level,
        status,
      }),
  })
}

function answerOrRefuse(world: World, request: FakeRequest): Answer {
  try {
    return route(world, request)
  } catch (error) {
    if (error instanceof GraphError) return error.toAnswer()
    throw error
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
