/** Anything that yields values, at once or as it is read. */
export type Source<T> = Iterable<T> | AsyncIterable<T>
