import { z } from 'zod'
import { isKind } from './failures.ts'
import type { Graph } from './graph.ts'

/** A page in Meta's place says nothing of Meta. */
const Me = z.object({ id: z.union([z.string().min(1), z.number()]) })

/** Whether Meta answers at all: then what fails is this question, not Meta. Throws what a dead token throws. */
export async function isWell(graph: Graph): Promise<boolean> {
  try {
    await graph.ask({ path: 'me', params: { fields: 'id' }, what: 'the account', shape: Me, retries: 0 })
    return true
  } catch (error) {
    graph.ctx.signal.throwIfAborted()
    if (isKind(error, 'transient', 'throttled')) return false
    throw error
  }
}
