/** Options of a stream. */
export interface EventStreamOptions {
  /** The version at the start of the stream. */
  readonly current: string
  /** The client's version; undefined when it accepts any. */
  readonly known: string | undefined
  /** Milliseconds between heartbeats. */
  readonly beatMs: number
  /** Minimum milliseconds between changes; several within it are combined. */
  readonly changeMs: number
  /** Checked with every heartbeat; false ends the stream. */
  mayGoOn(): Promise<boolean>
  /** Runs once, however the stream ends. */
  ended(): void
}

/** An open stream of server-sent events. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Notifies the client of a new version. */
  change(state: string): void
  /** How many entries of the inbox are unread by now. */
  inbox(unread: number): void
  close(): void
}

/** A client with this many unread events counts as gone. */
const mostUnread = 64

/** Opens a stream: `hello` with the version, `changed` with each new one, `beat` as the heartbeat. */
export function openEventStream(options: EventStreamOptions): EventStream {
  let told = options.current
  let latest = options.current
  let quiet: NodeJS.Timeout | undefined
  let isOpen = true
  const text = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined

  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    clearInterval(beats)
    clearTimeout(quiet)
    options.ended()
  }
  const close = (): void => {
    if (isOpen) controller?.close()
    end()
  }
  const send = (event: string): void => {
    if (!isOpen || controller === undefined) return
    if ((controller.desiredSize ?? 0) < -mostUnread) close()
    else controller.enqueue(text.encode(event))
  }
  const tell = (): void => {
    if (!isOpen || quiet !== undefined || latest === told) return
    told = latest
    send(describe('changed', told))
    quiet = setTimeout(() => {
      quiet = undefined
      tell()
    }, options.changeMs)
  }
  const beat = async (): Promise<void> => {
    if (await options.mayGoOn()) send(': still here\nevent: beat\ndata: ok\n\n')
    else close()
  }
  const beats = setInterval(() => void beat(), options.beatMs)

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(own) {
      controller = own
      send(describe('hello', told))
      if (options.known !== undefined && options.known !== told) send(describe('changed', told))
    },
    cancel: end,
  })
  return {
    body,
    close,
    // Without an id: a browser that reconnects names the version of the facts.
    inbox: (unread) => send(`event: inbox\ndata: ${unread}\n\n`),
    change(state) {
      latest = state
      tell()
    },
  }
}

function describe(event: 'hello' | 'changed', state: string): string {
  return `event: ${event}\nid: ${state}\ndata: ${state}\n\n`
}
