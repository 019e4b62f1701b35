import type { ComponentProps, ReactNode } from 'react'
import { Await } from 'react-router'
import { inTime } from './in-time.ts'

interface LaterProps<T> {
  readonly resolve: Promise<T>
  /** Replaces the part when it fails or times out. */
  readonly errorElement: ComponentProps<typeof Await>['errorElement']
  readonly children: (value: Awaited<T>) => ReactNode
}

/** A part of a page that streams in when it is ready. */
export function Later<T>({ resolve, errorElement, children }: LaterProps<T>) {
  return (
    <Await<Promise<T>> errorElement={errorElement} resolve={inTime(resolve)}>
      {children}
    </Await>
  )
}
