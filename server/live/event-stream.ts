/** What a stream tells about and how often. */
export interface EventStreamOptions {
  /** The state when the stream begins. */
  readonly current: string
  /** The state that the other side knows; undefined when it takes what it is told. */
  readonly known: string | undefined
  /** Pause between two signs of life. */
  readonly beatMs: number
  /** Pause between two changes; several in between are told as one. */
  readonly changeMs: number
  /** Runs with every sign of life; the stream ends when it answers that it may not go on. */
  mayGoOn(): Promise<boolean>
  /** Runs once, however the stream ends. */
  ended(): void
}

/** A running stream of server-sent events. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Tells the other side that the state is another one. */
  change(state: string): void
  close(): void
}

/** Whoever reads nothing for so many events is gone. */
const mostUnread = 64

/** Opens a stream: `hello` with the state, `changed` with every other one, `beat` as the sign of life. */
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
    change(state) {
      latest = state
      tell()
    },
  }
}

function describe(event: 'hello' | 'changed', state: string): string {
  return `event: ${event}\nid: ${state}\ndata: ${state}\n\n`
}
