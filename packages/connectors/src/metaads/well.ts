import { z } from 'zod'
import { isKind } from './failures.ts'
import type { Graph } from './graph.ts'

/** Whether Meta answers at all: then what fails is this question, not Meta. Throws what a dead token throws. */
export async function isWell(graph: Graph): Promise<boolean> {
  try {
    await graph.ask({ path: 'me', params: { fields: 'id' }, what: 'the account', shape: z.unknown(), retries: 0 })
    return true
  } catch (error) {
    graph.ctx.signal.throwIfAborted()
    if (isKind(error, 'transient', 'throttled')) return false
    throw error
  }
}
