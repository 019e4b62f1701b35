import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionContext, type ConnectionView, listConnections, run } from '@tillsight/domain'
import { createProgress } from './cli/output.ts'

/** Who watches an import, and when they have seen enough. */
export interface Watching {
  readonly stopping: AbortSignal
  /** Tells whoever watches something that is not progress. */
  readonly say: (text: string) => void
}

const lookEveryMs = 300
const goingWell: ReadonlySet<ConnectionView['status']> = new Set(['backfilling', 'verifying', 'healthy'])

/** Which of a shop's connections is waited for, and what that is called. */
export interface Awaited {
  readonly label: string
  readonly isOf: (connection: ConnectionView) => boolean
}

/** Waits until everything that a connection keeps of the past is in, and shows how far it is. */
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

/** Unknown while one stream has not said how much it holds; only the end of all makes it complete. */
function totalOf(streams: ConnectionView['streams']): number | null {
  return streams.reduce<number | null>((sum, { total }) => (sum === null || total === null ? null : sum + total), 0)
}
