/** One shape of a mark; its colour is the text's. */
export interface IconPath {
  readonly d: string
  readonly fillRule: 'evenodd' | 'nonzero'
}

const whole = /^(?:<path(?: [a-z-]+="[^"<>]*")+ ?\/>)+$/
const shape = /<path((?: [a-z-]+="[^"<>]*")+) ?\/>/g
const line = /^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]+$/

/**
 * The shapes of a named icon in an answer of the icon API. Whatever else an answer may hold is left out: an icon that
 * is more than plain paths is undefined, whoever sent it.
 */
export function readPaths(answer: unknown, name: string): readonly IconPath[] | undefined {
  const body = child(child(child(answer, 'icons'), name), 'body')
  if (typeof body !== 'string' || !whole.test(body)) return undefined
  const paths = [...body.matchAll(shape)].map(([, attributes = '']): IconPath => {
    const isEvenOdd = valueOf(attributes, 'fill-rule') === 'evenodd'
    return { d: valueOf(attributes, 'd') ?? '', fillRule: isEvenOdd ? 'evenodd' : 'nonzero' }
  })
  return paths.every(({ d }) => line.test(d)) ? paths : undefined
}

function valueOf(attributes: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]
}

function child(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}
