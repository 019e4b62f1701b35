import { type RefObject, useEffect, useRef } from 'react'
import type { AuthFailure } from './auth-failure.ts'

/** Puts the focus into the field that a form was refused for: its message is read out, and typing replaces what it holds. */
export function useFocusOnFailure(failure: AuthFailure | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!failure) return
    const field = form.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')
    field?.focus()
    field?.select()
  }, [failure])
  return form
}
