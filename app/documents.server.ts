import type { KnownDocuments } from './request.server.ts'

/** What loaders give to the browser, read as far as it is there when the page is rendered. */
export interface Handoff {
  /** All of it; undefined while parts are still loading, or when one failed. */
  readonly data: string | undefined
  /** The same for the page, with what is still to come. */
  readonly stream: ReadableStream<Uint8Array>
}

/** Milliseconds to wait for parts: those that are there or nearly so, and those that came within the second limit the last time. */
const patience = { usual: 1, expected: 250 } as const

/** Reads what loaders give. What begins as it did before will have the same parts: those are remembered, and come soon. */
export async function readHandoff(
  source: ReadableStream<Uint8Array>,
  documents: Pick<KnownDocuments, 'expects' | 'note'>,
): Promise<Handoff> {
  const [own, stream] = source.tee()
  const reader = own.getReader()
  const decoder = new TextDecoder()
  let data = ''
  const readOn = async (): Promise<boolean> => {
    const { value, done } = await reader.read()
    data += decoder.decode(value, { stream: !done })
    return done
  }
  const readAll = async (): Promise<string | undefined> => {
    while (!(await readOn()));
    return isWhole(data) ? data : undefined
  }
  await readOn()
  const opening = data
  const all = readAll()
  const here = await within(patience.usual, all)
  if (here !== undefined) return { data: here, stream }
  const isExpected = documents.expects(opening)
  const noted = within(patience.expected, all).then((whole) => {
    const cameSoon = whole !== undefined
    if (cameSoon !== isExpected) documents.note(opening, cameSoon)
    return whole
  })
  // The page reads the other half, and has the failure too.
  noted.catch(() => undefined)
  return { data: isExpected ? await noted : undefined, stream }
}

/** A line that begins with E is a rejected promise. */
function isWhole(data: string): boolean {
  return !/^E\d+:/m.test(data)
}

/** Undefined when it takes longer. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, milliseconds, undefined)
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
