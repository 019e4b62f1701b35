import { type RefObject, useEffect, useRef } from 'react'

/** For the heading of something that has taken the place of the form that asked for it. */
export function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}

/** Goes to the first field that was refused, so that its message is read out with it. */
export function useFocusOnFailure(failure: unknown): void {
  useEffect(() => {
    if (!failure) return
    const field = document.querySelector('main [aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  }, [failure])
}
