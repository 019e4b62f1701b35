import { type FormEvent, useState } from 'react'

/** Whether a form differs from what is saved; `saved` tells by its identity when it has been stored anew. */
export function useChanged(saved: unknown): {
  readonly isChanged: boolean
  readonly watch: (event: FormEvent<HTMLFormElement>) => void
} {
  const [changedFrom, setChangedFrom] = useState<unknown>()
  return { isChanged: changedFrom !== undefined && changedFrom === saved, watch: () => setChangedFrom(saved) }
}
