import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionContext, type ConnectionView, listConnections, run } from '@tillsight/domain'
import { createProgress } from './cli/output.ts'

/** How to report progress of an import, and when to give up. */
export interface Watching {
  readonly stopping: AbortSignal
  /** Reports a message that is not progress. */
  readonly say: (text: string) => void
}

const lookEveryMs = 300
const goingWell: ReadonlySet<ConnectionView['status']> = new Set(['backfilling', 'verifying', 'healthy'])

/** The connection to wait for, and its label. */
export interface Awaited {
  readonly label: string
  readonly isOf: (connection: ConnectionView) => boolean
}

/** Waits until a connection's history is imported, with progress. */
export async function waitForHistory(
  ctx: ConnectionContext,
  { label, isOf }: Awaited,
  { stopping, say }: Watching,
): Promise<void> {
  const progress = createProgress(label)
  let said: string | null = null
  for (;;) {
    const connection = (await run(listConnections, ctx, {})).find(isOf)
    if (connection === undefined) return
    const { streams, message, status } = connection
    const done = streams.reduce((sum, stream) => sum + stream.done, 0)
    if (streams.every(({ complete }) => complete)) {
      progress(done, done)
      return
    }
    if (message !== null && message !== said && !goingWell.has(status)) say(message)
    said = message
    progress(done, totalOf(streams))
    await pause(lookEveryMs, undefined, { signal: stopping })
  }
}

/** Null until every stream has reported its size; only then is the total complete. */
function totalOf(streams: ConnectionView['streams']): number | null {
  return streams.reduce<number | null>((sum, { total }) => (sum === null || total === null ? null : sum + total), 0)
}
